import { say } from '../../../contract/rules/say.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { isAdministrator } from '../access/enterprise/administration.ts';
import { requireGroup } from '../access/enterprise/group-rights.ts';
import { findItem } from '../access/item-access.ts';
import type { Need } from '../access/permissions/needs.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from '../service.ts';
import { requireHub } from '../surfaces/hubs/require-hub.ts';

/** The authority of a request beside its person: a stored answer is for the same application, acting person and narrowing. */
export function authorityOf({ clientId = null, actedBy, restrictedTo }: Caller): string {
  return JSON.stringify([clientId, actedBy?.id ?? null, restrictedTo?.itemId ?? null]);
}

/**
 * A stored answer must not outlive the right to see its content: every item, group and hub in it is looked up again, and a caller who no
 * longer administers the enterprise gets no answer that took an administrator.
 * @throws Refusal `access_denied_insufficient_permissions`.
 */
export async function requireStillVisible(
  reads: MetadataReads,
  caller: Caller,
  { body, need }: { readonly body: string | null; readonly need: Need },
): Promise<void> {
  // Administrators are shown items of others too.
  if (need.kind === 'enterprise' && !isAdministrator(caller)) throw withheld();
  if (need.kind === 'enterprise' || body === null) return;
  const shown = new Map<string, Shown>();
  collect(JSON.parse(body), shown);
  for (const one of shown.values()) {
    await look(reads, caller, one).catch((error: unknown) => {
      throw error instanceof Refusal ? withheld(error) : error;
    });
  }
}

function withheld(cause?: Refusal): Refusal {
  const message = say`This request was carried out, but you no longer have access to what its answer shows.`;
  return new Refusal('access_denied_insufficient_permissions', message, cause ? { cause } : {});
}

interface Shown {
  readonly type: ShownType;
  readonly id: string;
}

const shownTypes = ['file', 'folder', 'web_link', 'group', 'hubs'] as const;
type ShownType = (typeof shownTypes)[number];

async function look(reads: MetadataReads, caller: Caller, { type, id }: Shown): Promise<void> {
  if (type === 'group') await requireGroup(reads, caller, id);
  else if (type === 'hubs') await requireHub(reads, caller, id, 'view');
  else await findItem(reads, caller, type, id);
}

/** All that an answer names of what not everybody may see, wherever in it; instances of metadata name their item in `$parent`. */
function collect(value: unknown, shown: Map<string, Shown>): void {
  if (typeof value !== 'object' || value === null) return;
  const { type, id, $parent } = value as Readonly<Record<string, unknown>>;
  add(shown, type, id);
  if (typeof $parent === 'string') add(shown, ...$parent.split('_'));
  for (const inner of Object.values(value)) collect(inner, shown);
}

function add(shown: Map<string, Shown>, type?: unknown, id?: unknown): void {
  const known = shownTypes.find((one) => one === type);
  if (known !== undefined && (typeof id === 'string' || typeof id === 'number')) {
    shown.set(`${known} ${id}`, { type: known, id: String(id) });
  }
}
