import type { EngineSettings } from '../../main/engine/root/engine-parts.ts';
import {
  believedDigest,
  blindInstall,
  conflictCopiesLost,
  downloadTakenForDone,
  emptyForAnError,
  identityOfName,
  identityOfPath,
  identityOfSize,
  sizesOnly,
  withoutFlush,
} from './planted/disk-bugs.ts';
import {
  echoAsChange,
  endlessNews,
  eventsSinceTheStart,
  goneWhenNotFetched,
  lastClockWins,
  lostEvents,
  missingForAnError,
  retryUnderAnotherName,
  shortListings,
  withoutEtags,
} from './planted/remote-bugs.ts';
import {
  asleepForEver,
  falseGreen,
  forgetfulBase,
  headOfLine,
  resetOnLostPosition,
  wrongOwnDigest,
} from './planted/store-bugs.ts';
import type { Plant } from './world/device.ts';

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
]);

/** No delete is too large. */
function withoutGuard(settings: EngineSettings): EngineSettings {
  return { ...settings, guard: { items: Number.MAX_SAFE_INTEGER, share: 1 } };
}
