import type { Task, TaskAssignment } from '../../../../contract/resources/notes/task.ts';
import { requireRevealed } from '../../access/reveal.ts';
import { theOne } from '../../kernel/the-one.ts';
import type { Caller, Service } from '../../service.ts';
import { answerAssignments, answerTasks } from './present-task.ts';
import { requireAssignment, requireTask } from './require-task.ts';

/** The tasks of a file, oldest first. */
export async function listTasks(
  service: Service,
  caller: Caller,
  fileId: string,
): Promise<{ readonly total_count: number; readonly entries: Task[] }> {
  return service.store.read(async (reads) => {
    const { item } = await requireRevealed(reads, caller, 'comments', { kind: 'file', id: fileId });
    const entries = await answerTasks(reads, caller, item, await reads.tasks.listOfItem(item.id));
    return { total_count: entries.length, entries };
  });
}

/** One task with its assignments. */
export async function getTask(service: Service, caller: Caller, id: string): Promise<Task> {
  return service.store.read(async (reads) => {
    const { task, file } = await requireTask(reads, caller, id);
    return theOne(await answerTasks(reads, caller, file.item, [task]));
  });
}

/** The assignments of a task, oldest first. */
export async function listAssignments(
  service: Service,
  caller: Caller,
  taskId: string,
): Promise<{ readonly total_count: number; readonly entries: TaskAssignment[] }> {
  return service.store.read(async (reads) => {
    const { file } = await requireTask(reads, caller, taskId);
    const entries = await answerAssignments(reads, caller, file.item, await reads.tasks.listAssignments([taskId]));
    return { total_count: entries.length, entries };
  });
}

/** One assignment. */
export async function getAssignment(service: Service, caller: Caller, id: string): Promise<TaskAssignment> {
  return service.store.read(async (reads) => {
    const { assignment, file } = await requireAssignment(reads, caller, id);
    return theOne(await answerAssignments(reads, caller, file.item, [assignment]));
  });
}
