import { say } from '../../../../contract/rules/say.ts';
import type { Scope } from '../../../../contract/scopes.ts';
import type { ZipDownloadRecord, ZipRequest } from '../../../ports/metadata/items/zip-downloads.ts';
import { anonymousCaller, isAnonymous } from '../../access/anonymous.ts';
import { passOfProof } from '../../access/links/pass-of-proof.ts';
import { Refusal } from '../../refusal.ts';
import { type Caller, callerFor, type Service } from '../../service.ts';
import { recordUses } from '../../streams/uses/record-use.ts';
import { keptUntil, requireTurn } from './concurrent-downloads.ts';
import { planZip } from './zip-plan.ts';
import { startZipRun, type ZipRun } from './zip-run.ts';

/** The scopes of a download URL, regardless of who issued it. */
const urlScopes = ['item_download'] as const satisfies readonly Scope[];

/** Who asked for a URL, as they are now; null if that sign-in has ended. */
type CallerOfUse = (use: NonNullable<ZipRequest['use']>) => Promise<Caller | null>;

/** An archive that is about to be sent. */
export interface OpenedZip extends ZipRun {
  readonly fileName: string;
}

/**
 * Starts a ZIP download, once, with the rights that its creator has now. Whoever gets the result ends it.
 * @throws Refusal `not_found` if it was started before, has expired, or nothing of it can be downloaded any more;
 * `user_too_many_concurrent_downloads` and `enterprise_too_many_concurrent_downloads`, after which it can still be started.
 */
export async function openZipDownload(service: Service, zipId: string, callerOfUse: CallerOfUse): Promise<OpenedZip> {
  const { userId, request } = await start(service, zipId);
  const run = startZipRun(service, zipId);
  try {
    const callerNow = () => callerOf(service, { userId, request }, callerOfUse);
    const caller = await callerNow();
    const { items, fileName } = request;
    const plan = await service.store.read((reads) => planZip(service, reads, caller, { items, missing: 'skip' }));
    if (plan.entries.length === 0) throw gone();
    const uses = plan.folderIds.map((itemId) => ({ what: 'download' as const, itemId }));
    if (uses.length > 0) await recordUses(service, caller, uses);
    return { fileName, ...(await run.begin(callerNow, plan)) };
  } catch (error) {
    await run.end('failed');
    throw error;
  }
}

/**
 * Of several processes that get the URL at once, one starts the download. Starts wait for each other, so the limits hold exactly. Nothing
 * else waits for them, and a URL that was used locks nothing.
 */
async function start({ store, clock }: Service, zipId: string): Promise<ZipDownloadRecord> {
  const record = await store.read(({ zipDownloads }) => zipDownloads.get(zipId));
  if (record?.state !== 'waiting' || record.expiresAt <= clock.now()) throw gone();
  await store.transaction(async (tx) => {
    await tx.zipDownloads.lockStarts();
    const now = clock.now();
    await requireTurn(tx, record, now);
    const isStarted = await tx.zipDownloads.start(zipId, { now, expiresAt: keptUntil(now) });
    if (!isStarted) throw gone();
  }, 'apart');
  return record;
}

function gone(): Refusal {
  return new Refusal('not_found', say`This URL was used, or has expired. Request the download again.`);
}

/**
 * Who asked for it, as they are now, with the application, the administrator and the limits of that request; or the visitor of a page.
 * @throws Refusal `not_found` if that sign-in has ended.
 */
async function callerOf(
  service: Service,
  { userId, request: { use, sharedLink } }: Pick<ZipDownloadRecord, 'userId' | 'request'>,
  callerOfUse: CallerOfUse,
): Promise<Caller> {
  if (use === null && isAnonymous({ id: userId })) return anonymousCaller(await passOfProof(service, null, sharedLink));
  const caller = use === null ? await visitor(service, userId) : await callerOfUse(use);
  if (caller === null) throw gone();
  return { ...caller, scopes: urlScopes, sharedLink: await passOfProof(service, caller.user, sharedLink) };
}

/** Someone who is signed in in the browser. */
async function visitor(service: Service, userId: string): Promise<Caller | null> {
  const user = await service.store.read(({ users }) => users.get(userId));
  return user === null || user.status === 'inactive' ? null : callerFor(user, urlScopes);
}
