/** Shared with me. */
export const sharingTexts = {
  sharing: {
    title: 'Shared with me',
    shared: 'Shared with you',
    nothing: 'Nothing is shared with you',
    nothingDetail: 'When someone invites you to a file or folder, the invitation appears here and in the tray.',
    by: (name: string): string => (name === '' ? 'Shared with you' : `Shared by ${name}`),
    leave: 'Leave',
    leaveOf: (name: string): string => `Leave ${name}`,
    leaveTitle: (name: string): string => `Leave “${name}”?`,
    leaveDetail: (owner: string): string =>
      `It disappears from your files and stays with ${owner === '' ? 'its owner' : owner}. Only an invitation brings it back.`,
    throughGroup: 'You have access through a group or a parent folder. Ask the group administrator to remove you.',
  },
} as const;
