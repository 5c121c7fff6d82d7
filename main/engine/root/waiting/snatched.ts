import { sameFingerprint } from '../../model/entry.ts';
import type { LocalId } from '../../model/ids.ts';
import type { Missing } from '../../store/trees/missing-table.ts';
import type { RootContext } from '../root-context.ts';

/** A virus scanner checks a file when it is closed or renamed, and removes it at once. */
const AT_ONCE_MS = 10_000;
/** Journal entries read at once. */
const PAGE = 1_000;

/**
 * File types that scanners remove: programs, scripts, containers, documents that may contain code. Other files that vanish this soon were
 * deleted by the user, who would not understand the question.
 */
const SUSPECT =
  /\.(exe|com|scr|pif|cpl|dll|sys|msi|msp|msix|bat|cmd|ps1|psm1|vbs|vbe|js|jse|wsf|wsh|hta|lnk|url|reg|inf|jar|class|apk|ipa|dmg|pkg|app|deb|rpm|run|bin|elf|so|dylib|sh|py|pl|php|zip|rar|7z|gz|tgz|bz2|xz|tar|cab|iso|img|vhdx?|docm?|dotm?|xls[bm]?|xltm|ppt|pptm|potm|ppam|rtf|pdf|html?|svg|eml|msg|one|swf|chm)$/i;

/** Records a finished download. */
export function noteInstalled({ root, snatched, parts }: RootContext, id: LocalId): void {
  const row = root.local(id);
  if (row === undefined || !SUSPECT.test(row.name)) return;
  snatched.taken.delete(id);
  snatched.fresh.set(id, { fingerprint: row.fingerprint, atMs: parts.clock.nowMs() });
}

/**
 * Runs after each scan. A download missing this soon and unmodified until then was removed by a program (edge case 64). Its delete is held
 * and the user is asked; a move turns up elsewhere and is not affected.
 */
export function noteSnatched(context: RootContext): void {
  const { root, snatched, parts } = context;
  if (snatched.fresh.size === 0 && snatched.hasLooked) return;
  const missing = root.missing();
  for (const { localId, sinceMs } of missing) {
    const installed = snatched.fresh.get(localId);
    const row = root.local(localId);
    if (installed === undefined || row === undefined || Math.abs(sinceMs - installed.atMs) > AT_ONCE_MS) continue;
    if (sameFingerprint(row.fingerprint, installed.fingerprint)) snatched.taken.add(localId);
  }
  if (!snatched.hasLooked) noteSnatchedBetween(context, missing);
  const nowMs = parts.clock.nowMs();
  // Either way: after the clock is set back, an installation lies far ahead of it.
  for (const [id, { atMs }] of snatched.fresh) if (Math.abs(nowMs - atMs) > 2 * AT_ONCE_MS) snatched.fresh.delete(id);
}

const SCANNED = 'scanned_to';

/** The last journal entry of this root before a full scan that begins now. */
export const scannedTo = ({ parts, record }: RootContext): number => parts.store.journal.last(record.id)?.id ?? 0;

/** Everything recorded up to this entry of the journal was seen by a full scan of a present folder. */
export function noteScanned({ root, snatched }: RootContext, entry: number): void {
  snatched.hasLooked = true;
  if (root.note(SCANNED) !== String(entry)) root.setNote(SCANNED, String(entry));
}

/** Tandem did not look while it was closed: a download that no full scan has seen may have been removed at once. */
function noteSnatchedBetween({ root, snatched, parts, record }: RootContext, missing: readonly Missing[]): void {
  const suspects = missing.filter(({ localId }) => SUSPECT.test(root.local(localId)?.name ?? ''));
  const last = root.note(SCANNED);
  if (suspects.length === 0 || last === null) return;
  const unseen = new Set<LocalId>();
  let after = Number(last);
  for (;;) {
    const entries = parts.store.journal.query({ rootId: record.id, after, limit: PAGE }).toReversed();
    for (const { localId, kind } of entries) {
      if (localId === null) continue;
      if (kind.startsWith('download')) unseen.add(localId);
      else unseen.delete(localId);
    }
    if (entries.length < PAGE) break;
    after = entries.at(-1)?.id ?? after;
  }
  for (const { localId } of suspects) if (unseen.has(localId)) snatched.taken.add(localId);
}
