import { assertNever } from '../model/assert-never.ts';
import type { Fingerprint } from '../model/entry.ts';
import { type StepKey, stepKey } from '../model/ids.ts';
import type { StepAction } from '../model/plan/step.ts';

/** A step's key covers its action and preconditions: equal situations give equal keys, changed ones different keys. */
export function keyOf(action: StepAction): StepKey {
  return stepKey([action.kind, ...presumed(action)].map((part) => part ?? '-').join(' '));
}

function presumed(action: StepAction): readonly (string | number | null)[] {
  switch (action.kind) {
    case 'hash':
      return [action.localId, print(action.expect), ...(action.itemId === undefined ? [] : [action.itemId])];
    case 'adopt': {
      const names = action.alias === undefined ? [] : [quoted(action.alias.here), quoted(action.alias.there)];
      return [action.localId, action.itemId, ...names];
    }
    case 'forget':
      return [action.localId, action.itemId];
    case 'create-remote-folder':
      return [action.localId, quoted(action.name), ...other(action.aliasHere)];
    case 'create-local-folder':
      return [action.itemId, quoted(action.name), ...other(action.aliasOf)];
    case 'upload':
      return [action.localId, quoted(action.name), print(action.expect), ...other(action.aliasHere)];
    case 'upload-version':
      return [action.localId, action.itemId, print(action.expect), action.ifMatch];
    case 'download':
      return [
        action.itemId,
        quoted(action.name),
        action.content.sha1,
        action.content.sizeBytes,
        action.etag,
        ...other(action.aliasOf),
      ];
    case 'download-version':
      return [action.localId, action.itemId, action.content.sha1, action.etag, print(action.expect)];
    case 'move-remote':
      return [
        action.localId,
        action.itemId,
        action.toParentLocalId,
        quoted(action.toName),
        action.ifMatch,
        ...other(action.aliasHere),
      ];
    case 'move-local':
      return [action.localId, action.itemId, action.toParentItemId, quoted(action.toName), ...other(action.aliasOf)];
    case 'set-aside':
      return [
        action.localId,
        quoted(action.toName),
        action.reason,
        ...(action.expect === undefined ? [] : [print(action.expect)]),
      ];
    case 'trash-remote':
      return [action.localId, action.itemId, action.ifMatch, action.subtree];
    case 'trash-local':
      return [action.localId, action.itemId, action.subtree, action.staysThere === true ? 'stays' : null];
    case 'rescue':
      return [action.localId];
    default:
      return assertNever(action);
  }
}

const print = (fingerprint: Fingerprint): string =>
  `${fingerprint.identity}/${fingerprint.sizeBytes}/${fingerprint.mtimeNs}`;

/** The name on the other side, if it differs. */
const other = (alias: string | undefined): readonly string[] => (alias === undefined ? [] : [quoted(alias)]);

const quoted = (name: string): string => JSON.stringify(name);
