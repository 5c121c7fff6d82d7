import type { ServiceAnswer } from '../../../../preload/ipc/service-calls.ts';
import type { ActivityEntry } from '../../../../preload/ipc/shapes/status.ts';
import { useAnswer } from '../../../state/bridge/actions.ts';
import { useStatus } from '../../../state/bridge/session.ts';
import { baseName, parentPath } from '../../../state/items/base-name.ts';
import { type Collaboration, useCollaborations } from '../../../state/items/collaborations.ts';
import { type PathStates, usePathState } from '../../../state/items/path-states.ts';
import { useService } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import { useComments } from '../discussion/comment-list.ts';
import { CURRENT_UPLOAD, currentUpload } from './current-upload.ts';
import { nameOf, type SharedItem } from './people/item-people.ts';

type By = { readonly id: string; readonly name: string };

/** One thing that someone did with an item. `said`: the sentence around the name. */
export type ItemEvent = {
  readonly key: string;
  readonly by: By;
  readonly atMs: number;
  readonly said: (who: string) => string;
};

const { events: words } = texts.details;

/** Moves and renames, as this computer has seen them. */
const MOVES = ['move-local', 'move-remote'];

/**
 * The known history of an item: its versions, comments and invitations from the service, its names from this computer's journal. Newest first.
 */
export function useItemEvents(
  item: SharedItem,
  states: PathStates,
): { readonly events: readonly ItemEvent[]; readonly isPending: boolean } {
  const isFile = item.type === 'file';
  const versions = useVersions(isFile ? item.id : null);
  const folder = useService(
    'getFolder',
    isFile ? null : { params: { folder_id: item.id }, query: { fields: CREATED } },
  );
  const comments = useComments(item.id, isFile);
  const shared = useCollaborations(item, true);
  const me = useStatus(({ account }) => account.user?.id ?? null);
  const state = usePathState(states, item.id);
  const moves = useAnswer(
    'activity.list',
    typeof state?.rootId === 'number' && state.path !== null && state.status !== 'outside'
      ? { rootId: state.rootId, path: state.path, kinds: MOVES, limit: 20 }
      : null,
  );
  const events = [
    ...versions.events,
    ...added(folder.data),
    ...comments.entries.flatMap(commented),
    ...shared.entries.flatMap((invitation) => invited(invitation, me)),
    ...(moves.data?.entries ?? []).filter(({ path }) => path === state?.path).flatMap(moved),
  ].sort((one, other) => other.atMs - one.atMs);
  return { events, isPending: shared.isPending || (isFile ? versions.isPending : folder.isPending) };
}

const CREATED = 'id,type,created_at,created_by';

function useVersions(fileId: string | null): { readonly events: readonly ItemEvent[]; readonly isPending: boolean } {
  const params = { file_id: fileId ?? '' };
  const current = useService('getFile', fileId === null ? null : { params, query: { fields: CURRENT_UPLOAD } });
  const earlier = useService('listVersions', fileId === null ? null : { params, query: { limit: 1000 } });
  const all = [...(current.data === undefined ? [] : [currentUpload(current.data)]), ...(earlier.data?.entries ?? [])];
  return {
    // The first version is the file as it was added.
    events: [...added(current.data), ...all.filter((version) => !isFirst(version, all)).flatMap(uploaded)],
    isPending: current.isPending || earlier.isPending,
  };
}

type Version = {
  readonly type: string;
  readonly id: string;
  readonly version_number?: string | undefined;
  readonly modified_at?: string | null | undefined;
  readonly modified_by?: By | null | undefined;
};

/** `all`: the versions of the file, newest first. A service may not number them. */
const isFirst = (version: Version, all: readonly Version[]): boolean =>
  version.version_number === undefined ? version === all.at(-1) : version.version_number === '1';

const uploaded = ({ type, id, version_number: number, modified_at: at, modified_by: by }: Version) =>
  eventOf(`${type} ${id}`, by, at, (who) => words.uploaded(who, number ?? null));

type Added = Pick<ServiceAnswer<'getFile'>, 'created_at' | 'created_by'>;

/** `modified_at` is no time for it: a rename or a move changes it. */
const added = (item: Added | undefined): readonly ItemEvent[] =>
  eventOf('created', item?.created_by, item?.created_at, words.added);

const commented = ({ id, created_by: by, created_at: at }: ServiceAnswer<'listComments'>['entries'][number]) =>
  eventOf(`comment ${id}`, by, at, words.commented);

function invited(collaboration: Collaboration, me: string | null): readonly ItemEvent[] {
  const { id, created_by: by, created_at: at, accessible_by: invitee } = collaboration;
  const whom = invitee?.id === me ? null : nameOf(collaboration);
  return whom === '' ? [] : eventOf(`invited ${id}`, by, at, (who) => words.shared(who, whom));
}

function moved({ id, by, atMs, path, fromPath }: ActivityEntry): readonly ItemEvent[] {
  if (fromPath === null || by === null) return [];
  const said = (who: string): string => {
    const isRename = parentPath(path) === parentPath(fromPath);
    return isRename ? words.renamed(who, baseName(fromPath)) : words.moved(who, placeIn(parentPath(fromPath)));
  };
  return [{ key: `moved ${id}`, by, atMs, said }];
}

const placeIn = (folder: string): string => (folder === '' ? texts.files.top : folder.replaceAll('/', ' / '));

/** Nothing where the service does not say who or when. */
function eventOf(
  key: string,
  by: { readonly id: string; readonly name?: string; readonly login?: string } | null | undefined,
  at: string | null | undefined,
  said: ItemEvent['said'],
): readonly ItemEvent[] {
  if (by === null || by === undefined || at === null || at === undefined) return [];
  return [{ key, by: { id: by.id, name: by.name ?? by.login ?? '' }, atMs: Date.parse(at), said }];
}
