import type { EngineSettings } from '../../../main/engine/root/engine-parts.ts';
import type { Plant } from '../world/device/device.ts';
import {
  believedDigest,
  blindInstall,
  conflictCopiesLost,
  downloadTakenForDone,
  emptyForAnError,
  identityOfName,
  identityOfPath,
  identityOfSize,
  replacedNameless,
  sizesOnly,
  withoutFlush,
} from './disk-bugs.ts';
import { oneKeyForAll, withdrawnIsDone } from './key-bugs.ts';
import {
  changedIsOurs,
  contentsUnseen,
  echoAsChange,
  endlessNews,
  eventsSinceTheStart,
  goneWhenNotFetched,
  lastClockWins,
  lostEvents,
  missingForAnError,
  newestPosition,
  noPollAgain,
  partsForgotten,
  positionAfterListing,
  retryUnderAnotherName,
  shortListings,
  takenIsOurs,
  withoutEtags,
} from './remote-bugs.ts';
import {
  asleepForEver,
  falseGreen,
  forgetfulBase,
  goneWhenMissing,
  headOfLine,
  latestFingerprint,
  neverAgain,
  placingUnnoted,
  resetOnLostPosition,
  sentUnnoted,
  voidAtStart,
  wrongOwnDigest,
} from './store-bugs.ts';

/** Bugs of the kind that real clients have had, each injected between the engine and the world. The simulator must catch every one of them. */
export const PLANTED_BUGS: ReadonlyMap<string, () => Plant> = new Map<string, () => Plant>([
  ['ignore the etag', () => ({ remote: withoutEtags })],
  ['believe a short listing', () => ({ remote: shortListings })],
  ['apply an old event', () => ({ remote: endlessNews })],
  ['lose an event and go on', () => ({ remote: lostEvents })],
  ['take an error of the service for an absence', () => ({ remote: missingForAnError })],
  ['follow the clock of another machine', () => ({ remote: lastClockWins })],
  ['after a lost answer, send it again under another name', () => ({ remote: retryUnderAnotherName })],
  ['take an echo for a change', () => ({ remote: echoAsChange })],
  ['skip the check before replacing', () => ({ fileSystem: blindInstall })],
  ['take an error of the disk for an absence', () => ({ fileSystem: emptyForAnError })],
  ['install without verifying the digest', believedDigest],
  ['install without flushing', () => ({ fileSystem: withoutFlush })],
  ['take a failed download for done: a delete on the service', () => ({ fileSystem: downloadTakenForDone })],
  ['leave no name to a replaced file', () => ({ fileSystem: replacedNameless })],
  ['forget to keep the conflict copy', () => ({ fileSystem: conflictCopiesLost })],
  ['pair moves by name', () => ({ fileSystem: identityOfName })],
  ['pair moves by size', () => ({ fileSystem: identityOfSize })],
  ['take a failed download for a delete there', () => ({ remote: goneWhenNotFetched })],
  ['compare files by size only', () => ({ fileSystem: sizesOnly })],
  ['skip the events that occurred while it was off', () => ({ remote: eventsSinceTheStart })],
  ['leave waiting items waiting', () => ({ store: asleepForEver })],
  ['know nothing of moves', () => ({ fileSystem: identityOfPath })],
  ['forget the merge base', () => ({ store: forgetfulBase })],
  ['send back what has just come', () => ({ store: wrongOwnDigest })],
  ['start over when the position is lost', () => ({ store: resetOnLostPosition })],
  ['say "in sync" too early', () => ({ store: falseGreen })],
  ['try what has failed before everything else', () => ({ store: headOfLine })],
  ['hold no delete, however many there are', () => ({ settings: withoutGuard })],
  ['agree on the file as it is after the upload', () => ({ store: latestFingerprint })],
  ['never try a failed step again', () => ({ store: neverAgain })],
  ['take what left its folder for deleted', () => ({ store: goneWhenMissing })],
  ['continue from the newest position', () => ({ remote: newestPosition })],
  ['take the position after the listing', () => ({ remote: positionAfterListing })],
  ['list no folder that appears', () => ({ remote: contentsUnseen })],
  ['listen no more after a broken long poll', () => ({ remote: noPollAgain, settings: withoutAudit })],
  ['take the holder of the name for its own upload', () => ({ remote: takenIsOurs })],
  ['take a version that came first for its own', () => ({ remote: changedIsOurs })],
  ['forget the parts of an upload session', () => ({ remote: partsForgotten })],
  ['put a file in place without a note', () => ({ store: placingUnnoted })],
  ['send a content without a note', () => ({ store: sentUnnoted })],
  ['take what was under way before a start for void', () => ({ store: voidAtStart })],
  ['send every request under one key', () => ({ knowsKeys: true, exchange: oneKeyForAll })],
  ['take a withdrawn delete for done', () => ({ knowsKeys: true, exchange: withdrawnIsDone })],
  ['trust the hints alone', () => ({ settings: withoutScans })],
]);

/** No delete is too large. */
function withoutGuard(settings: EngineSettings): EngineSettings {
  return { ...settings, guard: { items: Number.MAX_SAFE_INTEGER, share: 1 } };
}

/** No comparison of folders makes up for unread news. */
function withoutAudit(settings: EngineSettings): EngineSettings {
  return { ...settings, auditEveryMs: Number.MAX_SAFE_INTEGER };
}

/** No full scan makes up for a lost hint. */
function withoutScans(settings: EngineSettings): EngineSettings {
  return { ...settings, scanEveryMs: Number.MAX_SAFE_INTEGER };
}
