import type { CompletionRule, Task, TaskAction } from '../../../../contract/resources/notes/task.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { TaskRecord } from '../../../ports/metadata/notes/tasks.ts';
import { requireItem } from '../../access/item-access.ts';
import { type Change, changeIn } from '../../change/change.ts';
import { emitNoteEvent, type NoteEvent } from '../../change/events/note-event.ts';
import { treesOf } from '../../change/scope.ts';
import { theOne } from '../../kernel/the-one.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { answerTasks } from './present-task.ts';
import { requireTask, requireTaskOwner, type TaskView, treesOfTask } from './require-task.ts';

/** The requested fields of a task. `dueAt` is in milliseconds since the epoch, null for no date. */
export interface TaskFields {
  readonly action?: TaskAction | undefined;
  readonly message?: string | undefined;
  readonly dueAt?: number | null | undefined;
  readonly completionRule?: CompletionRule | undefined;
}

/** Creates a task on a file, for users who may comment on it. */
export async function createTask(
  service: Service,
  caller: Caller,
  request: TaskFields & { readonly fileId: string },
): Promise<Task> {
  return changeIn(service, caller, treesOf(caller, request.fileId), async (change) => {
    const { tx, now } = change;
    const file = await requireItem(tx, caller, 'file', request.fileId, 'comment');
    await tx.requireTrees([file.item.ownerId]);
    if ((await tx.tasks.listOfItem(file.item.id)).length >= limits.tasksPerItem) {
      throw new Refusal('bad_request', say`A file can have at most ${limits.tasksPerItem} tasks. Delete one first.`);
    }
    const task: TaskRecord = {
      id: await tx.allocateId(),
      itemId: file.item.id,
      action: request.action ?? 'review',
      message: request.message ?? '',
      dueAt: request.dueAt ?? null,
      completionRule: request.completionRule ?? 'all_assignees',
      createdBy: caller.user.id,
      createdAt: now,
    };
    await tx.tasks.insert(task);
    const trigger = 'TASK_ASSIGNMENT.CREATED';
    const happening = { eventType: 'TASK_CREATE', adminType: 'TASK_CREATE', trigger } as const;
    return reportTask(change, happening, { task, file });
  });
}

/** Changes a task, for its creator and for anyone who may rename its file. */
export async function updateTask(
  service: Service,
  caller: Caller,
  { id, ...fields }: TaskFields & { readonly id: string },
): Promise<Task> {
  return changeIn(service, caller, await treesOfTask(service, caller, id), async (change) => {
    const view = await requireTask(change.tx, caller, id);
    await change.tx.requireTrees([view.file.item.ownerId]);
    requireTaskOwner(view, caller);
    const { action, message, dueAt, completionRule } = fields;
    const task: TaskRecord = {
      ...view.task,
      action: action ?? view.task.action,
      message: message ?? view.task.message,
      dueAt: dueAt === undefined ? view.task.dueAt : dueAt,
      completionRule: completionRule ?? view.task.completionRule,
    };
    await requireStatesFit(change, view.task, task);
    await change.tx.tasks.update(task);
    return reportTask(change, { eventType: null, adminType: 'TASK_UPDATE', trigger: null }, { ...view, task });
  });
}

/** Deletes a task and its assignments, for its creator and for anyone who may rename its file. */
export async function deleteTask(service: Service, caller: Caller, id: string): Promise<void> {
  await changeIn(service, caller, await treesOfTask(service, caller, id), async (change) => {
    const view = await requireTask(change.tx, caller, id);
    await change.tx.requireTrees([view.file.item.ownerId]);
    requireTaskOwner(view, caller);
    for (const { id: assignmentId, assignedTo } of await change.tx.tasks.listAssignments([id])) {
      const resource = {
        type: 'task_assignment',
        id: assignmentId,
        task: { type: 'task', id },
        assigned_to: assignedTo,
      };
      const happening = { eventType: null, adminType: 'TASK_ASSIGNMENT_DELETE', trigger: null } as const;
      await emitNoteEvent(change, view.file, { ...happening, resource });
    }
    await change.tx.tasks.delete(id);
  });
}

/** Existing resolutions must be valid for the new action. */
async function requireStatesFit({ tx }: Change, before: TaskRecord, after: TaskRecord): Promise<void> {
  if (before.action === after.action) return;
  const assignments = await tx.tasks.listAssignments([after.id]);
  if (assignments.every(({ resolutionState }) => resolutionState === 'incomplete')) return;
  throw new Refusal('bad_request', say`Someone has already resolved this task, so its "action" can no longer change.`);
}

async function reportTask(
  change: Change,
  happening: Omit<NoteEvent, 'resource'>,
  { task, file }: TaskView,
): Promise<Task> {
  const shown = theOne(await answerTasks(change.tx, change.caller, file.item, [task]));
  await emitNoteEvent(change, file, { ...happening, resource: { ...shown } });
  return shown;
}
