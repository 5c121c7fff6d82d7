import { formatCount } from '../../format.ts';
import { plural } from '../frame/plural.ts';

/** Words that the pages of lists and forms share: file requests, hubs, administration. */
export const manageTexts = {
  manage: {
    undo: 'Undo',
    save: 'Save',
    create: 'Create',
    edit: 'Edit…',
    details: 'Show details',
    copyLink: 'Copy link',
    copyLinkOf: (name: string): string => `Copy link to ${name}`,
    linkCopied: 'Link copied.',
    linkCreated: 'Created and copied a link.',
    linkOpens: {
      open: 'Anyone with the link can view.',
      company: 'People in the enterprise can open it.',
      collaborators: 'Only people with access can open it.',
    },
    linkOpensHere: 'It opens only on this computer.',
    linksOpenHere: (count: number, all: number): string => {
      if (count === all) return `${all === 1 ? 'It opens' : 'They open'} only on this computer.`;
      return `${formatCount(count)} of them ${count === 1 ? 'opens' : 'open'} only on this computer.`;
    },
    linkNotCopied: 'Created the link, but couldn’t copy it.',
    linksCopied: (count: number): string => `${plural(count, { one: 'link', other: 'links' })} copied.`,
    noLink: (name: string): string => `“${name}” has no shared link. Create one with Share.`,
    inQuotes: (name: string): string => `“${name}”`,
    noLinks: (count: number, names: string): string =>
      `${plural(count, { one: 'item has', other: 'items have' })} no shared link (${names}).`,
    up: 'Parent folder',
    choose: 'Choose…',
    chooseThis: 'Choose this folder',
    inHere: 'Folder contents',
    nothingInHere: 'Nothing to choose in this folder.',
    showPeople: 'Show people',
    showGroups: 'Show groups',
    looking: 'Searching…',
    nobodyFound: 'No matches.',
    noGroupFound: 'No matches.',
    copyAddress: 'Copy link',
    copied: 'Copied',
    openAddress: 'Open',
    privateAddress:
      'This service runs only on this computer, so the link won’t open anywhere else. To share it, connect Tandem to a service in Settings.',
    unseenItem: (type: 'file' | 'folder', id: string): string =>
      type === 'folder' ? `Folder ${id}, not visible to you` : `File ${id}, not visible to you`,
    noMatch: 'Nothing matches',
    noMatchDetail: 'Try another word or remove a filter.',
    panelOf: (name: string): string => `About ${name}`,
    person: 'Person',
    group: 'Group',
    folder: 'Folder',
    file: 'File',
    role: 'Role',
    changeRoleOf: (name: string): string => `Role of ${name}`,
    add: 'Add',
    remove: 'Remove',
    removeOf: (name: string): string => `Remove ${name}`,
    name: 'Name',
    description: 'Description',
    state: 'State',
    items: (count: number): string => plural(count, { one: 'item', other: 'items' }),
  },
} as const;
