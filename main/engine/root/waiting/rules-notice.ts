import { basename, dirname } from 'node:path';
import { sameFingerprint } from '../../model/entry.ts';
import type { ItemId } from '../../model/ids.ts';
import type { Excluded } from '../../observe/local/excluded.ts';
import type { RootStore } from '../../store/root-store.ts';
import type { RootContext } from '../root-context.ts';

const NOTE = 'excluded_items';

type Notes = Pick<RootStore, 'note' | 'setNote'>;

/**
 * Keeps what rule files began to exclude until it is known who wrote them: a file that has just arrived is not in agreement yet, or its arrival
 * is not recorded.
 */
export function noteExcluded(root: Notes, excluded: readonly Excluded[]): void {
  if (excluded.length === 0) return;
  const known = new Map(notedIn(root).map(({ file, items }) => [file, items]));
  for (const { file, items } of excluded) known.set(file, items + (known.get(file) ?? 0));
  keep(
    root,
    [...known].map(([file, items]) => ({ file, items })),
  );
}

/** What the account itself wrote, here or on another computer, is not news to the person at this one (SPEC P90). */
export function notifyExcluded(context: RootContext): void {
  const { root } = context;
  const noted = notedIn(root);
  if (noted.length === 0) return;
  const open = noted.filter(({ file, items }) => {
    const author = authorOf(root, file);
    if (typeof author === 'object') notify(context, { file, items }, author.ruleFile);
    return author === 'unknown';
  });
  if (open.length < noted.length) keep(root, open);
}

function notify({ root, record, parts, notify: tell }: RootContext, { file, items }: Excluded, ruleFile: ItemId): void {
  const by = root.changedBy(ruleFile);
  if (by !== null && by.id === parts.userId) return;
  const folder = dirname(file) === '.' ? basename(record.localPath) : dirname(file);
  tell(`rules ${record.id} ${ruleFile} ${root.remote(ruleFile)?.etag}`, {
    title: { code: 'rules_exclude', args: {} },
    body: { code: 'rules_exclude_details', args: { by: by?.name ?? '', folder, items } },
  });
}

/** Whether the rule file is the version of the service, was written here, or may still turn out to be either. */
function authorOf(root: RootStore, file: string): { readonly ruleFile: ItemId } | 'here' | 'unknown' {
  const there = root.remoteAt(file);
  const id = root.localAt(file);
  const local = id === undefined ? undefined : root.local(id);
  // It may exclude itself and so lose its row.
  if (local === undefined) return there === undefined ? 'here' : { ruleFile: there };
  const synced = root.syncedByLocal(local.id);
  if (synced === undefined) return there === undefined ? 'here' : 'unknown';
  if (sameFingerprint(local.fingerprint, synced.fingerprint)) return { ruleFile: synced.itemId };
  if (local.sha1 === null) return 'unknown';
  return local.sha1 === synced.content?.sha1 ? { ruleFile: synced.itemId } : 'here';
}

function notedIn(root: Notes): readonly Excluded[] {
  const text = root.note(NOTE);
  return text === null ? [] : (JSON.parse(text) as readonly Excluded[]);
}

const keep = (root: Notes, noted: readonly Excluded[]): void =>
  root.setNote(NOTE, noted.length === 0 ? null : JSON.stringify(noted));
