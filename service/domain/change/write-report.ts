import type { EventDetails } from '../../ports/metadata/streams/events.ts';
import type { Report } from '../kernel/report.ts';
import type { Caller, ReportedChange } from '../service.ts';
import type { LogEntry } from './events/change-event.ts';

/** Writes a report to the administrators' log, and a delivery for each matching webhook. */
export async function writeReport(change: ReportedChange, report: Report): Promise<void> {
  const { adminType, source, details = null } = report;
  if (adminType !== null) {
    await appendEvent(change, { eventType: adminType, adminType, source, details, recipients: [] });
  }
  await change.service.reactions.onReport(change, report);
}

/** Writes one event into the log, in the transaction of the change. */
export async function appendEvent(
  { service, caller, tx, now, touched }: ReportedChange,
  entry: LogEntry,
): Promise<void> {
  const { eventType, source, recipients, adminType = null, details = null } = entry;
  // A user's own record is only for the stream `all` and the administrators.
  const isTree = source.kind !== 'user';
  await tx.events.append({
    eventId: service.ids.hex(16),
    eventType,
    createdAt: now,
    createdBy: caller.user.id,
    source,
    recipients: recipients.map((recipient) => ({ ...recipient, isChange: recipient.isChange && isTree })),
    adminType,
    details: adminType === null ? null : detailsOf(caller, details),
    idempotencyKey: caller.idempotencyKey ?? null,
  });
  if (quiet.has(eventType)) return;
  for (const { userId } of recipients) touched.add(userId);
}

/**
 * Uses change nothing, so listeners learn of them with the next change. Otherwise a client that downloads a folder would wake every
 * listener of the owner, itself included, with each file.
 */
const quiet: ReadonlySet<string> = new Set(['ITEM_DOWNLOAD', 'ITEM_PREVIEW']);

/** Administrators see the application behind a change, and the actual actor of an `as-user` request. */
function detailsOf({ clientId = null, actedBy }: Caller, details: EventDetails | null): EventDetails | null {
  const application = clientId === null ? {} : { service_id: clientId };
  const actor = actedBy ? { acted_by: { type: 'user', id: actedBy.id, name: actedBy.name, login: actedBy.login } } : {};
  const all = { ...application, ...actor, ...details };
  return Object.keys(all).length === 0 ? details : all;
}
