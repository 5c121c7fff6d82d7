import { say } from '../../../../contract/rules/say.ts';
import type { FileRecord } from '../../../ports/metadata/items/items.ts';
import type { ItemView } from '../../access/item-access.ts';
import type { Change } from '../../change/change.ts';
import { dayMs, retainedByAll, retainedUntil } from '../../kernel/keeping/retained-until.ts';
import { Refusal } from '../../refusal.ts';
import { presentDate } from '../../representation/dates.ts';

/**
 * Postpones the disposition of a file, for its owner and within the limits of its policies; `until` is in milliseconds since the
 * epoch. A disposition never moves closer.
 * @throws Refusal `access_denied_insufficient_permissions` for others; `forbidden_by_policy`.
 */
export async function extendRetention(change: Change, view: ItemView<FileRecord>, until: number): Promise<void> {
  const { tx, caller, report } = change;
  const { id, versionId, name, ownerId } = view.item;
  if (ownerId !== caller.user.id) {
    throw new Refusal(
      'access_denied_insufficient_permissions',
      say`Only the owner can postpone the disposition of "${name}".`,
    );
  }
  const retentions = await tx.retention.listOfVersions([versionId]);
  const current = retainedByAll(retentions, (await tx.retention.extensionsOf([id])).get(id));
  if (until === current) return;
  const extendable = retentions.filter(({ canOwnerExtend, lengthDays }) => canOwnerExtend && lengthDays !== null);
  if (current === null || extendable.length === 0) {
    throw new Refusal(
      'forbidden_by_policy',
      say`No retention policy allows the owner of "${name}" to postpone its disposition.`,
    );
  }
  if (until < current) {
    const message =
      current === Infinity
        ? say`"${name}" is retained indefinitely: "disposition_at" can only be postponed.`
        : say`"${name}" is retained until ${presentDate(current)}: "disposition_at" can only be postponed.`;
    throw new Refusal('forbidden_by_policy', message);
  }
  const latest = Math.max(
    ...extendable.map((retention) => retainedUntil(retention) + (retention.maxExtensionDays ?? Infinity) * dayMs),
  );
  if (until > latest) {
    const message = say`The disposition of "${name}" can be postponed until ${presentDate(latest)} at most.`;
    throw new Refusal('forbidden_by_policy', message);
  }
  await tx.retention.setExtension(id, until);
  const { item, ancestors } = view;
  const details = { old_disposition_at: presentDate(current), new_disposition_at: presentDate(until) };
  await report({ adminType: 'EDIT', trigger: null, source: { kind: 'item', item, ancestors }, details });
}
