import { say } from '../../../../contract/rules/say.ts';
import type { FileRecord } from '../../../ports/metadata/items/items.ts';
import type { TaskAssignmentRecord, TaskRecord } from '../../../ports/metadata/notes/tasks.ts';
import type { MetadataReads, TreesScope } from '../../../ports/metadata-store.ts';
import { hasRight, type ItemView } from '../../access/item-access.ts';
import { requireRevealed } from '../../access/reveal.ts';
import { treesOf } from '../../change/scope.ts';
import { foundOr, Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';

/** A task with its file. */
export interface TaskView {
  readonly task: TaskRecord;
  readonly file: ItemView<FileRecord>;
}

/**
 * Finds a task that the caller may see.
 * @throws Refusal `not_found` if there is none, or the caller has no access to its file.
 */
export async function requireTask(reads: MetadataReads, caller: Caller, id: string): Promise<TaskView> {
  const task = await reads.tasks.get(id);
  const missing = new Refusal('not_found', say`Task ${id} does not exist, or you have no access to its file.`);
  if (!task) throw missing;
  const target = { kind: 'file', id: task.itemId } as const;
  return { task, file: await foundOr(missing, () => requireRevealed(reads, caller, 'comments', target)) };
}

/** Finds an assignment that the caller may see, with its task. */
export async function requireAssignment(
  reads: MetadataReads,
  caller: Caller,
  id: string,
): Promise<TaskView & { readonly assignment: TaskAssignmentRecord }> {
  const assignment = await reads.tasks.getAssignment(id);
  const missing = new Refusal(
    'not_found',
    say`Task assignment ${id} does not exist, or you have no access to its file.`,
  );
  if (!assignment) throw missing;
  return { assignment, ...(await foundOr(missing, () => requireTask(reads, caller, assignment.taskId))) };
}

/** @throws Refusal unless the caller created the task, or may rename and delete its file. */
export function requireTaskOwner({ task, file }: TaskView, caller: Caller): void {
  if (mayManage({ task, file }, caller)) return;
  throw new Refusal(
    'access_denied_insufficient_permissions',
    say`Only the creator of a task, or someone who may rename its file, can change it.`,
  );
}

/** True for the creator of the task, and for users who may rename and delete its file. */
export function mayManage({ task, file }: TaskView, caller: Caller): boolean {
  return task.createdBy === caller.user.id || hasRight(file.access, 'organise');
}

/** The tree of a task's file. It is empty without the task, and the change finds out. */
export async function treesOfTask({ store }: Service, caller: Caller, id: string): Promise<TreesScope> {
  const task = await store.read(({ tasks }) => tasks.get(id));
  return treesOf(caller, task?.itemId);
}

/** The same by one of its assignments. */
export async function treesOfAssignment({ store }: Service, caller: Caller, id: string): Promise<TreesScope> {
  const task = await store.read(async ({ tasks }) => {
    const assignment = await tasks.getAssignment(id);
    return assignment && tasks.get(assignment.taskId);
  });
  return treesOf(caller, task?.itemId);
}
