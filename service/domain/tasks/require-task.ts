import type { FileRecord } from '../../ports/metadata/items.ts';
import type { TaskAssignmentRecord, TaskRecord } from '../../ports/metadata/tasks.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { hasRight, type ItemView } from '../access/item-access.ts';
import { requireRevealed } from '../access/reveal.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from '../service.ts';

/** A task with the file that it is on. */
export interface TaskView {
  readonly task: TaskRecord;
  readonly file: ItemView<FileRecord>;
}

/** A task that the caller may see. @throws Refusal `not_found` when there is none, or the caller does not see its file. */
export async function requireTask(reads: MetadataReads, caller: Caller, id: string): Promise<TaskView> {
  const task = await reads.tasks.get(id);
  if (!task) throw new Refusal('not_found', `There is no task ${id}, or you have no access to its file.`);
  return { task, file: await requireRevealed(reads, caller, 'comments', { kind: 'file', id: task.itemId }) };
}

/** An assignment that the caller may see, with its task. */
export async function requireAssignment(
  reads: MetadataReads,
  caller: Caller,
  id: string,
): Promise<TaskView & { readonly assignment: TaskAssignmentRecord }> {
  const assignment = await reads.tasks.getAssignment(id);
  if (!assignment) throw new Refusal('not_found', `There is no task assignment ${id}, or you cannot see its file.`);
  return { assignment, ...(await requireTask(reads, caller, assignment.taskId)) };
}

/** @throws Refusal unless the caller created the task, or may rename and delete its file. */
export function requireTaskOwner({ task, file }: TaskView, caller: Caller): void {
  if (mayManage({ task, file }, caller)) return;
  throw new Refusal('access_denied_insufficient_permissions', 'Only who created a task can change it.');
}

/** True for who created the task, and for who may rename and delete its file. */
export function mayManage({ task, file }: TaskView, caller: Caller): boolean {
  return task.createdBy === caller.user.id || hasRight(file.access, 'organise');
}
