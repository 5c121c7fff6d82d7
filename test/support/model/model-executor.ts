import { assertNever } from '../../../main/engine/model/assert-never.ts';
import { type SyncedEntry, sameContent, sameFingerprint } from '../../../main/engine/model/entry.ts';
import { type ItemId, itemId, type LocalId, localId } from '../../../main/engine/model/ids.ts';
import { nameKey, sameName } from '../../../main/engine/model/names/name-key.ts';
import type { Step } from '../../../main/engine/model/plan/step.ts';
import { advanced, removeThere, replaceContent } from './model-people.ts';
import {
  collides,
  contentOf,
  freshFingerprint,
  linkRow,
  need,
  newLocal,
  newRemote,
  rowAt,
  subtree,
  type World,
  wordOf,
} from './model-world.ts';

/**
 * Runs one step on the model under the executor's contract: preconditions, then the effect, then the record. Throws if the step cannot run although
 * nothing has changed since planning: then the plan is wrong.
 */
export function runStep(world: World, step: Step): void {
  if ('localId' in step) world.dirtyLocal.add(step.localId);
  if ('itemId' in step) world.dirtyItems.add(step.itemId);
  switch (step.kind) {
    case 'hash': {
      const entry = local(world, step.localId);
      world.local.set(step.localId, { ...entry, sha1: contentOf(bytes(world, step.localId)).sha1 });
      return;
    }
    case 'adopt':
      return adopt(world, step);
    case 'forget':
      return forget(world, step.localId);
    case 'create-remote-folder':
      return uploadNew(world, step.localId, step.name);
    case 'upload':
      mustBe(sameFingerprint(local(world, step.localId).fingerprint, step.expect), 'the file is as planned');
      return uploadNew(world, step.localId, step.name);
    case 'create-local-folder':
    case 'download':
      return downloadNew(world, step);
    case 'upload-version':
      return uploadVersion(world, step);
    case 'download-version':
      return downloadVersion(world, step);
    case 'move-remote':
      return moveRemote(world, step);
    case 'move-local':
      return moveLocal(world, step);
    case 'set-aside': {
      const entry = local(world, step.localId);
      mustBe(isFreeHere(world, need(entry.parentId, 'parent'), step.toName, step.localId), 'the conflict name is free');
      world.local.set(step.localId, { ...entry, name: step.toName });
      if (step.reason === 'both_edited') {
        const row = world.rows.get(step.localId);
        world.rows.delete(step.localId);
        if (row !== undefined) world.dirtyItems.add(row.itemId);
      }
      return;
    }
    case 'trash-remote':
      return trashRemote(world, step);
    case 'trash-local':
      return trashLocal(world, step);
    case 'rescue':
      // Rescued items are outside the root, but their content is not lost.
      world.recoverable.add(world.bytes.get(step.localId) ?? '');
      world.bytes.delete(step.localId);
      world.local.delete(step.localId);
      world.rows.delete(step.localId);
      return;
    default:
      return assertNever(step);
  }
}

type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

function adopt(world: World, step: Of<'adopt'>): void {
  const [here, there] = [local(world, step.localId), remote(world, step.itemId)];
  mustBe(here.kind === there.kind, 'kinds are equal');
  const names = step.alias ?? { here: here.name, there: there.name };
  mustBe(names.here === here.name && names.there === there.name, 'the two have the names of the plan');
  mustBe(step.alias !== undefined || nameKey(here.name) === nameKey(there.name), 'an alias is meant');
  if (here.kind === 'file') mustBe(sameContent(contentOf(bytes(world, here.id)), there.content), 'contents are equal');
  const before = world.rows.get(here.id) ?? [...world.rows.values()].find(({ itemId }) => itemId === there.id);
  linkRow(world, step.localId, step.itemId);
  if (before === undefined || step.alias !== undefined) return;
  if (before.localId === here.id && before.itemId === there.id) return;
  if (nameKey(before.localName) !== nameKey(here.name)) return;
  const { localName, remoteName } = before;
  world.rows.set(here.id, { ...rowAt(world, here.id), localName, remoteName });
}

function uploadNew(world: World, id: LocalId, name: string): void {
  const entry = local(world, id);
  const parent = rowAt(world, need(entry.parentId, 'parent')).itemId;
  const item = itemId(String(world.next++));
  mustBe(isFreeThere(world, parent, name, item), `the name ${name} is free on the service`);
  world.remote.set(item, newRemote(item, parent, name, entry.kind, entry.kind === 'file' ? bytes(world, id) : null));
  linkRow(world, id, item);
  world.dirtyItems.add(item);
}

function downloadNew(world: World, step: Of<'download'> | Of<'create-local-folder'>): void {
  const entry = remote(world, step.itemId);
  const parent = linkedLocal(world, need(entry.parentId, 'parent'));
  const id = localId(world.next++);
  mustBe(isFreeHere(world, parent, step.name, id), `the name ${step.name} is free here`);
  const content = entry.content === null ? '' : wordOf(entry.content);
  world.local.set(id, {
    ...newLocal(world, id, parent, step.name, entry.kind, content),
    sha1: entry.content?.sha1 ?? null,
  });
  linkRow(world, id, step.itemId);
  world.dirtyLocal.add(id);
}

function uploadVersion(world: World, step: Of<'upload-version'>): void {
  mustBe(remote(world, step.itemId).etag === step.ifMatch, 'the etag matches');
  mustBe(sameFingerprint(local(world, step.localId).fingerprint, step.expect), 'the file is as planned');
  replaceContent(world, step.itemId, bytes(world, step.localId));
  linkVersion(world, step);
}

function downloadVersion(world: World, step: Of<'download-version'>): void {
  const entry = local(world, step.localId);
  mustBe(sameFingerprint(entry.fingerprint, step.expect), 'the file is as planned');
  const content = wordOf(need(remote(world, step.itemId).content, 'content'));
  world.bytes.set(step.localId, content);
  const fingerprint = freshFingerprint(world, step.localId, content);
  world.local.set(step.localId, { ...entry, fingerprint, sha1: contentOf(content).sha1 });
  linkVersion(world, step);
}

/** A new version leaves the agreed place as it is. */
function linkVersion(world: World, { localId: here, itemId: there }: Of<'upload-version' | 'download-version'>): void {
  const before = world.rows.get(here) ?? [...world.rows.values()].find(({ itemId }) => itemId === there);
  linkRow(world, here, there);
  if (before === undefined) return;
  const { parentLocalId, localName, remoteName } = before;
  world.rows.set(here, { ...rowAt(world, here), parentLocalId, localName, remoteName });
}

/** A move records only the new place. The agreed content stays unchanged. */
function moveRemote(world: World, step: Of<'move-remote'>): void {
  const entry = remote(world, step.itemId);
  const parent = rowAt(world, step.toParentLocalId).itemId;
  mustBe(entry.etag === step.ifMatch, 'the etag matches');
  mustBe(isFreeThere(world, parent, step.toName, step.itemId), `the name ${step.toName} is free on the service`);
  mustBe(!subtree(world.remote, step.itemId).includes(parent), 'no folder moves into itself on the service');
  world.remote.set(step.itemId, advanced({ ...entry, parentId: parent, name: step.toName }));
  const here = world.local.get(step.localId);
  const meant = step.aliasHere ?? step.toName;
  const isThere = here?.parentId === step.toParentLocalId && sameName(here.name, meant);
  const localName = isThere ? here.name : meant;
  writePlace(world, step, { parentLocalId: step.toParentLocalId, localName, remoteName: step.toName });
}

function moveLocal(world: World, step: Of<'move-local'>): void {
  const parent = linkedLocal(world, step.toParentItemId);
  mustBe(isFreeHere(world, parent, step.toName, step.localId), `the name ${step.toName} is free here`);
  mustBe(!subtree(world.local, step.localId).includes(parent), 'no folder moves into itself here');
  world.local.set(step.localId, { ...local(world, step.localId), parentId: parent, name: step.toName });
  const there = remote(world, step.itemId);
  const meant = step.aliasOf ?? step.toName;
  const isThere = there.parentId === step.toParentItemId && sameName(there.name, meant);
  const remoteName = isThere ? there.name : meant;
  writePlace(world, step, { parentLocalId: parent, localName: step.toName, remoteName });
}

type WrittenPlace = Pick<SyncedEntry, 'parentLocalId' | 'localName' | 'remoteName'>;

/** Records the place that the step produced. Other changes on either side are left to the next plan. */
function writePlace(world: World, step: Of<'move-local'> | Of<'move-remote'>, place: WrittenPlace): void {
  const row = world.rows.get(step.localId);
  if (row === undefined || !world.local.has(step.localId)) return;
  world.rows.set(step.localId, { ...row, ...place, etag: remote(world, step.itemId).etag });
}

function trashRemote(world: World, step: Of<'trash-remote'>): void {
  mustBe(remote(world, step.itemId).etag === step.ifMatch, 'the etag matches');
  for (const id of subtree(world.remote, step.itemId)) {
    const row = [...world.rows.values()].find((candidate) => candidate.itemId === id);
    mustBe(
      row !== undefined && world.deletedHere.has(row.localId),
      `a person deleted the item ${id} here before it is deleted there (I3)`,
    );
    if (row !== undefined) world.rows.delete(row.localId);
  }
  removeThere(world, step.itemId);
}

function trashLocal(world: World, step: Of<'trash-local'>): void {
  for (const id of subtree(world.local, step.localId)) {
    const row = world.rows.get(id);
    mustBe(
      row !== undefined && world.deletedThere.has(row.itemId),
      `a person deleted the item ${id} there before it is deleted here (I3)`,
    );
    world.recoverable.add(world.bytes.get(id) ?? '');
    world.bytes.delete(id);
    world.local.delete(id);
    world.rows.delete(id);
    world.dirtyLocal.add(id);
  }
}

function forget(world: World, top: LocalId): void {
  mustBe(!world.local.has(top), 'nothing is left here');
  const below = [...world.rows.values()].filter((row) => row.parentLocalId === top);
  world.rows.delete(top);
  for (const row of below)
    if (!world.local.has(row.localId) && !world.remote.has(row.itemId)) forget(world, row.localId);
}

const local = (world: World, id: LocalId) => need(world.local.get(id), `local ${id}`);
const remote = (world: World, id: ItemId) => need(world.remote.get(id), `remote ${id}`);
const bytes = (world: World, id: LocalId): string => need(world.bytes.get(id), `bytes of ${id}`);

function linkedLocal(world: World, item: ItemId): LocalId {
  const row = need(
    [...world.rows.values()].find((candidate) => candidate.itemId === item),
    `row of item ${item}`,
  );
  return local(world, row.localId).id;
}

const isFreeHere = (world: World, parent: LocalId, name: string, except: LocalId): boolean =>
  ![...world.local.values()].some((e) => e.parentId === parent && e.id !== except && collides(world, e.name, name));

const isFreeThere = (world: World, parent: ItemId, name: string, except: ItemId): boolean =>
  ![...world.remote.values()].some(
    (e) => e.parentId === parent && e.id !== except && nameKey(e.name) === nameKey(name),
  );

function mustBe(condition: boolean, what: string): void {
  if (!condition) throw new Error(`the plan presumed that ${what}, and that was wrong`);
}
