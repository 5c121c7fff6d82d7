import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKey } from '../../../../../contract/rules/names.ts';
import { say } from '../../../../../contract/rules/say.ts';
import { Refusal } from '../../../../../service/domain/refusal.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { listEvents } from '../../../../../service/domain/streams/events/list-events.ts';
import { copyFile } from '../../../../../service/domain/tree/files/copy-file.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { copyFolder } from '../../../../../service/domain/tree/folders/copy-folder.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../../service/domain/tree/folders/delete-folder.ts';
import { getFolder } from '../../../../../service/domain/tree/folders/get-folder.ts';
import { listFolderItems } from '../../../../../service/domain/tree/folders/list-folder-items.ts';
import { updateFolder } from '../../../../../service/domain/tree/folders/update-folder.ts';
import { restoreFile, restoreFolder } from '../../../../../service/domain/tree/trash/restore-item.ts';
import { verifyStore } from '../../../../../service/domain/upkeep/verify-store.ts';
import { openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

/*
 * The tree of the service against a plain model of it: random folders, files, moves, renames, copies, deletions and
 * restorations, many of them impossible. Both must agree on every answer, and on every listing, size and event at the end.
 */

interface Node {
  readonly id: string;
  parent: string;
  name: string;
  readonly isFolder: boolean;
  readonly size: number;
  isTrashed: boolean;
  etag: number;
}

/** Targets are numbers that are taken modulo the nodes there are, so that every script can run. */
type Step =
  | { readonly kind: 'folder' | 'file'; readonly parent: number; readonly name: string; readonly size: number }
  | { readonly kind: 'move'; readonly item: number; readonly parent: number; readonly name: string }
  | { readonly kind: 'copy'; readonly item: number; readonly parent: number; readonly name: string }
  | { readonly kind: 'delete' | 'restore'; readonly item: number; readonly isRecursive: boolean };

const index = fc.nat(30);
const name = fc.constantFrom('a', 'A', 'b', 'c', '\u00e9', 'e\u0301', 'd');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('folder', 'file'), parent: index, name, size: fc.nat(9) }),
  fc.record({ kind: fc.constant('move' as const), item: index, parent: index, name }),
  fc.record({ kind: fc.constant('copy' as const), item: index, parent: index, name }),
  fc.record({ kind: fc.constantFrom('delete', 'restore'), item: index, isRecursive: fc.boolean() }),
);

class TreeModel {
  readonly nodes: Node[] = [];
  events = 0;

  at(index: number): Node | null {
    return this.nodes[index % Math.max(this.nodes.length, 1)] ?? null;
  }

  /** A folder to put things into: the root for the first number of each round. */
  folderAt(index: number): string {
    const folders = ['0', ...this.nodes.filter((node) => node.isFolder).map((node) => node.id)];
    return folders[index % folders.length] ?? '0';
  }

  get(id: string): Node | undefined {
    return this.nodes.find((node) => node.id === id);
  }

  isGone(id: string): boolean {
    const node = this.get(id);
    return node !== undefined && (node.isTrashed || this.isGone(node.parent));
  }

  childrenOf(id: string): readonly Node[] {
    return this.nodes.filter((node) => node.parent === id && !node.isTrashed);
  }

  isTaken(parent: string, name: string, except?: string): boolean {
    return this.childrenOf(parent).some((node) => node.id !== except && nameKey(node.name) === nameKey(name));
  }

  sizeOf(id: string): number {
    const below = this.childrenOf(id).reduce((sum, node) => sum + this.sizeOf(node.id), 0);
    return below + (this.get(id)?.size ?? 0);
  }
}

/** The required answer to a step: null for success, else the code of the refusal. */
function expected(model: TreeModel, step: Step): string | null {
  switch (step.kind) {
    case 'folder':
    case 'file': {
      const parent = model.folderAt(step.parent);
      if (model.isGone(parent)) return 'trashed';
      return model.isTaken(parent, step.name) ? 'item_name_in_use' : null;
    }
    case 'move': {
      const node = model.at(step.item);
      const parent = model.folderAt(step.parent);
      if (!node || model.isGone(node.id) || model.isGone(parent)) return 'trashed';
      if (parent !== node.parent && ancestorsOf(model, parent).includes(node.id)) return 'cyclical_folder_structure';
      const isSame = parent === node.parent && step.name === node.name;
      return !isSame && model.isTaken(parent, step.name, node.id) ? 'item_name_in_use' : null;
    }
    case 'copy': {
      const node = model.at(step.item);
      const parent = model.folderAt(step.parent);
      if (!node || model.isGone(node.id) || model.isGone(parent)) return 'trashed';
      return model.isTaken(parent, step.name) ? 'item_name_in_use' : null;
    }
    case 'delete': {
      const node = model.at(step.item);
      if (!node || model.isGone(node.id)) return 'trashed';
      return !step.isRecursive && model.childrenOf(node.id).length > 0 ? 'folder_not_empty' : null;
    }
    case 'restore': {
      const node = model.at(step.item);
      if (!node?.isTrashed) return node && model.isGone(node.id) ? 'not_found' : 'not_trashed';
      const parent = model.isGone(node.parent) ? '0' : node.parent;
      return model.isTaken(parent, node.name) ? 'item_name_in_use' : null;
    }
  }
}

function ancestorsOf(model: TreeModel, id: string): readonly string[] {
  const node = model.get(id);
  return node ? [id, ...ancestorsOf(model, node.parent)] : [id];
}

/** Runs a step on the service and, if it succeeds, on the model. Gives the code of a refusal. */
async function run(service: Service, caller: Caller, model: TreeModel, step: Step): Promise<string | null> {
  try {
    await act(service, caller, model, step);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

async function act(service: Service, caller: Caller, model: TreeModel, step: Step): Promise<void> {
  if (!('item' in step)) {
    const parent = model.folderAt(step.parent);
    const isFolder = step.kind === 'folder';
    const { id } = isFolder
      ? await createFolder(service, caller, { parentId: parent, name: step.name })
      : await putFile(service, caller, parent, step.name, 'x'.repeat(step.size));
    model.nodes.push({
      id,
      parent,
      name: step.name,
      isFolder,
      size: isFolder ? 0 : step.size,
      isTrashed: false,
      etag: 0,
    });
    model.events += 1;
    return;
  }
  const node = model.at(step.item);
  if (!node) throw new Refusal(step.kind === 'restore' ? 'not_trashed' : 'trashed', say`nothing there`);
  if (step.kind === 'move')
    await move(service, caller, model, node, { parent: model.folderAt(step.parent), name: step.name });
  else if (step.kind === 'copy')
    await copy(service, caller, model, node, { parent: model.folderAt(step.parent), name: step.name });
  else if (step.kind === 'delete') await remove(service, caller, model, node, step.isRecursive);
  else await restore(service, caller, model, node);
}

interface Target {
  readonly parent: string;
  readonly name: string;
}

async function move(service: Service, caller: Caller, model: TreeModel, node: Node, { parent, name }: Target) {
  const changes = { parentId: parent, name };
  const moved = node.isFolder
    ? await updateFolder(service, caller, { folderId: node.id, ...changes })
    : await updateFile(service, caller, { fileId: node.id, ...changes });
  const isSame = node.parent === parent && node.name === name;
  if (!isSame) {
    Object.assign(node, { parent, name, etag: node.etag + 1 });
    model.events += 1;
  }
  expect(moved.etag).toBe(String(node.etag));
}

async function copy(service: Service, caller: Caller, model: TreeModel, node: Node, { parent, name }: Target) {
  const request = { parentId: parent, name };
  const copied = node.isFolder
    ? await copyFolder(service, caller, { folderId: node.id, ...request })
    : await copyFile(service, caller, { fileId: node.id, ...request });
  if (copied === 'not_modified') throw new Error('copied nothing');
  // The copies below have ids that only a listing tells: the model walks both trees side by side, by name.
  const before = [...model.nodes];
  model.nodes.push({ ...node, id: copied.id, parent, name, isTrashed: false, etag: 0 });
  await adopt(service, caller, model, before, node.id, copied.id);
  model.events += 1;
}

async function adopt(
  service: Service,
  caller: Caller,
  model: TreeModel,
  before: readonly Node[],
  from: string,
  to: string,
) {
  const originals = before.filter((node) => node.parent === from && !node.isTrashed);
  if (originals.length === 0) return;
  const copies = await entriesOf(service, caller, to);
  for (const original of originals) {
    const twin = copies.find((entry) => entry.name === original.name);
    if (!twin) throw new Error(`The copy of ${original.name} is missing.`);
    model.nodes.push({ ...original, id: twin.id, parent: to, etag: 0 });
    await adopt(service, caller, model, before, original.id, twin.id);
  }
}

async function remove(service: Service, caller: Caller, model: TreeModel, node: Node, isRecursive: boolean) {
  if (node.isFolder) await deleteFolder(service, caller, { folderId: node.id, recursive: isRecursive });
  else await deleteFile(service, caller, { fileId: node.id });
  Object.assign(node, { isTrashed: true, etag: node.etag + 1 });
  model.events += 1;
}

async function restore(service: Service, caller: Caller, model: TreeModel, node: Node) {
  const restoreItem = node.isFolder ? restoreFolder : restoreFile;
  const restored = await restoreItem(service, caller, { itemId: node.id });
  const parent = model.isGone(node.parent) ? '0' : node.parent;
  Object.assign(node, { parent, isTrashed: false, etag: node.etag + 1 });
  model.events += 1;
  expect(restored).toMatchObject({ etag: String(node.etag), sequence_id: String(node.etag), parent: { id: parent } });
}

async function entriesOf(service: Service, caller: Caller, folderId: string) {
  const page = { form: 'offset', offset: 0, limit: 1000, fields: undefined } as const;
  return (await listFolderItems(service, caller, { folderId, page })).entries;
}

async function compare(service: Service, caller: Caller, model: TreeModel, folderId: string): Promise<void> {
  const entries = await entriesOf(service, caller, folderId);
  const shown = entries.map(({ id, name, etag }) => `${id} ${name} ${etag}`).sort();
  const children = model.childrenOf(folderId);
  expect(shown).toEqual(children.map(({ id, name, etag }) => `${id} ${name} ${etag}`).sort());
  const folder = await getFolder(service, caller, { folderId });
  expect(folder === 'not_modified' ? null : folder.size).toBe(model.sizeOf(folderId));
  for (const child of children.filter((node) => node.isFolder)) await compare(service, caller, model, child.id);
}

describe('the tree', () => {
  it('matches a plain model of it for any requests', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        await using world = await openDomainWorld();
        const ann = await world.join('ann');
        const model = new TreeModel();
        for (const each of steps) {
          const code = expected(model, each);
          expect({ step: each, code: await run(world.service, ann, model, each) }).toEqual({ step: each, code });
        }
        await compare(world.service, ann, model, '0');
        const { entries } = await listEvents(world.service, ann, { streamType: 'changes', limit: 500 });
        expect(entries).toHaveLength(model.events);
        expect((await verifyStore(world.service)).faults).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});
