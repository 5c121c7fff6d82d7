import type { CompletionRule, ResolutionState, TaskAction } from '../../../../contract/resources/notes/task.ts';

/** A task on a file. Times are in milliseconds since the epoch. */
export interface TaskRecord {
  readonly id: string;
  readonly itemId: string;
  readonly action: TaskAction;
  readonly message: string;
  readonly dueAt: number | null;
  readonly completionRule: CompletionRule;
  readonly createdBy: string;
  readonly createdAt: number;
}

/** The assignment of a task to a user, and its progress. */
export interface TaskAssignmentRecord {
  readonly id: string;
  readonly taskId: string;
  readonly assignedTo: string;
  readonly assignedBy: string;
  readonly message: string;
  readonly resolutionState: ResolutionState;
  readonly assignedAt: number;
  /** When it was last resolved; null while it is `incomplete`. */
  readonly completedAt: number | null;
}

/** Task queries. */
export interface TaskReads {
  get(id: string): Promise<TaskRecord | null>;
  listOfItem(itemId: string): Promise<readonly TaskRecord[]>;
  getAssignment(id: string): Promise<TaskAssignmentRecord | null>;
  /** The assignments of these tasks, oldest first. */
  listAssignments(taskIds: readonly string[]): Promise<readonly TaskAssignmentRecord[]>;
}

/** Changes to tasks. */
export interface TaskWrites extends TaskReads {
  insert(task: TaskRecord): Promise<void>;
  update(task: TaskRecord): Promise<void>;
  /** Deletes a task and its assignments. */
  delete(id: string): Promise<void>;
  insertAssignment(assignment: TaskAssignmentRecord): Promise<void>;
  updateAssignment(assignment: TaskAssignmentRecord): Promise<void>;
  deleteAssignment(id: string): Promise<void>;
}
