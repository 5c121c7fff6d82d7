import type { FileMini } from '../../../../contract/resources/items/file.ts';
import type { Task, TaskAssignment } from '../../../../contract/resources/notes/task.ts';
import type { FileRecord } from '../../../ports/metadata/items/items.ts';
import type { TaskAssignmentRecord, TaskRecord } from '../../../ports/metadata/notes/tasks.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { presentMini, presentUserMini } from '../../kernel/mini.ts';
import { presentDate, presentOptionalDate } from '../../representation/dates.ts';
import { gatherPeople, type People } from '../../representation/people.ts';
import type { Caller } from '../../service.ts';

/** Tasks of one file in a response, each with its assignments. */
export async function answerTasks(
  reads: MetadataReads,
  caller: Caller,
  file: FileRecord,
  tasks: readonly TaskRecord[],
): Promise<Task[]> {
  const assignments = await reads.tasks.listAssignments(tasks.map(({ id }) => id));
  const named = [
    ...tasks.map(({ createdBy }) => createdBy),
    ...assignments.flatMap(({ assignedTo, assignedBy }) => [assignedTo, assignedBy]),
  ];
  const people = await gatherPeople(reads, named, [caller.user]);
  return tasks.map((task) => {
    const own = assignments.filter(({ taskId }) => taskId === task.id);
    return presentTask(task, own, file, people);
  });
}

/** Assignments of one task in a response. */
export async function answerAssignments(
  reads: MetadataReads,
  caller: Caller,
  file: FileRecord,
  assignments: readonly TaskAssignmentRecord[],
): Promise<TaskAssignment[]> {
  const named = assignments.flatMap(({ assignedTo, assignedBy }) => [assignedTo, assignedBy]);
  const people = await gatherPeople(reads, named, [caller.user]);
  return assignments.map((assignment) => presentAssignment(assignment, file, people));
}

function presentTask(
  task: TaskRecord,
  assignments: readonly TaskAssignmentRecord[],
  file: FileRecord,
  people: People,
): Task {
  const entries = assignments.map((assignment) => presentAssignment(assignment, file, people));
  return {
    id: task.id,
    type: 'task',
    item: fileMini(file),
    due_at: presentOptionalDate(task.dueAt),
    action: task.action,
    message: task.message,
    task_assignment_collection: { total_count: entries.length, entries },
    is_completed: isCompleted(task, assignments),
    created_by: presentUserMini(task.createdBy, people.get(task.createdBy)),
    created_at: presentDate(task.createdAt),
    completion_rule: task.completionRule,
  };
}

function presentAssignment(assignment: TaskAssignmentRecord, file: FileRecord, people: People): TaskAssignment {
  const { id, assignedTo, assignedBy, message, resolutionState } = assignment;
  return {
    id,
    type: 'task_assignment',
    item: fileMini(file),
    assigned_to: presentUserMini(assignedTo, people.get(assignedTo)),
    message,
    completed_at: presentOptionalDate(assignment.completedAt),
    assigned_at: presentDate(assignment.assignedAt),
    reminded_at: null,
    resolution_state: resolutionState,
    assigned_by: presentUserMini(assignedBy, people.get(assignedBy)),
  };
}

/** A task is completed when all assignees, or by its rule any of them, completed or approved it; without assignees it is not. */
function isCompleted(
  { completionRule }: Pick<TaskRecord, 'completionRule'>,
  assignments: readonly Pick<TaskAssignmentRecord, 'resolutionState'>[],
): boolean {
  const isDone = ({ resolutionState }: Pick<TaskAssignmentRecord, 'resolutionState'>) =>
    resolutionState === 'completed' || resolutionState === 'approved';
  if (completionRule === 'any_assignee') return assignments.some(isDone);
  return assignments.length > 0 && assignments.every(isDone);
}

function fileMini(file: FileRecord): FileMini {
  const mini = presentMini(file);
  if (mini.type !== 'file') throw new Error(`Item ${file.id} is not a file.`);
  return mini;
}
