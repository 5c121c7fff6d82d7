import { z } from 'zod';
import { dateTime } from '../ids.ts';
import { fileMini } from '../items/file.ts';
import { userMini } from '../people/user.ts';

/** The requested action on the file. */
export const taskActions = ['review', 'complete'] as const;
export type TaskAction = (typeof taskActions)[number];

/** Whether all assignees have to complete the task, or one is enough. */
export const completionRules = ['all_assignees', 'any_assignee'] as const;
export type CompletionRule = (typeof completionRules)[number];

/** The state of an assignment: `completed` is for tasks of type `complete`, `approved` and `rejected` for `review`. */
export const resolutionStates = ['incomplete', 'completed', 'approved', 'rejected'] as const;
export type ResolutionState = (typeof resolutionStates)[number];

/** Task assignment. `item` is null for users who have lost access to the file. */
export const taskAssignment = z.object({
  id: z.string(),
  type: z.literal('task_assignment'),
  item: fileMini.nullable(),
  assigned_to: userMini,
  message: z.string(),
  completed_at: dateTime.nullable(),
  assigned_at: dateTime,
  reminded_at: dateTime.nullable(),
  resolution_state: z.enum(resolutionStates),
  assigned_by: userMini,
});
export type TaskAssignment = z.output<typeof taskAssignment>;

export const taskAssignments = z.object({ total_count: z.int(), entries: z.array(taskAssignment) });

/** Task on a file. */
export const task = z.object({
  id: z.string(),
  type: z.literal('task'),
  item: fileMini,
  due_at: dateTime.nullable(),
  action: z.enum(taskActions),
  message: z.string(),
  task_assignment_collection: taskAssignments,
  is_completed: z.boolean(),
  created_by: userMini,
  created_at: dateTime,
  completion_rule: z.enum(completionRules),
});
export type Task = z.output<typeof task>;

export const tasks = z.object({ total_count: z.int(), entries: z.array(task) });
