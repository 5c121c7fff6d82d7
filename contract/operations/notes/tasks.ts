import { z } from 'zod';
import { empty, json, operation } from '../../operation.ts';
import { bodyId, moment, plainText } from '../../request-fields.ts';
import {
  completionRules,
  resolutionStates,
  task,
  taskActions,
  taskAssignment,
  taskAssignments,
  tasks,
} from '../../resources/notes/task.ts';
import { limits } from '../../rules/limits.ts';
import { readScopes, writeScopes } from '../../scopes.ts';
import { itemAccessErrors } from '../item-errors.ts';
import { pathId } from '../parameters.ts';

const params = z.object({ task_id: pathId });
const assignmentParams = z.object({ task_assignment_id: pathId });
const message = plainText(limits.taskMessageLength);
const taskFields = {
  action: z.enum(taskActions).optional(),
  message: message.optional(),
  due_at: moment.nullable().optional(),
  completion_rule: z.enum(completionRules).optional(),
};

export const listTasks = operation({
  name: 'listTasks',
  summary: 'Lists the tasks of a file.',
  method: 'GET',
  path: '/files/{file_id}/tasks',
  params: z.object({ file_id: pathId }),
  answers: { 200: { kind: 'json', schema: tasks } },
  errors: itemAccessErrors,
  scope: readScopes,
});

export const createTask = operation({
  name: 'createTask',
  summary: 'Creates a task on a file; people are assigned to it afterwards.',
  method: 'POST',
  path: '/tasks',
  body: json(z.object({ item: z.object({ id: bodyId, type: z.literal('file').optional() }), ...taskFields })),
  answers: { 201: { kind: 'json', schema: task } },
  errors: itemAccessErrors,
  scope: writeScopes,
});

export const getTask = operation({
  name: 'getTask',
  summary: 'Gets a task with its assignments.',
  method: 'GET',
  path: '/tasks/{task_id}',
  params,
  answers: { 200: { kind: 'json', schema: task } },
  errors: itemAccessErrors,
  scope: readScopes,
});

export const updateTask = operation({
  name: 'updateTask',
  summary: 'Changes a task: by who created it, or by who may rename the file.',
  method: 'PUT',
  path: '/tasks/{task_id}',
  params,
  body: json(z.object(taskFields)),
  answers: { 200: { kind: 'json', schema: task } },
  errors: itemAccessErrors,
  scope: writeScopes,
});

export const deleteTask = operation({
  name: 'deleteTask',
  summary: 'Deletes a task with its assignments: by who created it, or by who may rename the file.',
  method: 'DELETE',
  path: '/tasks/{task_id}',
  params,
  answers: { 204: empty },
  errors: itemAccessErrors,
  scope: writeScopes,
});

export const listTaskAssignments = operation({
  name: 'listTaskAssignments',
  summary: 'Lists the assignments of a task.',
  method: 'GET',
  path: '/tasks/{task_id}/assignments',
  params,
  answers: { 200: { kind: 'json', schema: taskAssignments } },
  errors: itemAccessErrors,
  scope: readScopes,
});

export const createTaskAssignment = operation({
  name: 'createTaskAssignment',
  summary: 'Assigns a task to a person who can see its file.',
  method: 'POST',
  path: '/task_assignments',
  body: json(
    z.object({
      task: z.object({ id: bodyId, type: z.literal('task').optional() }),
      assign_to: z
        .object({ id: bodyId.optional(), login: plainText(limits.loginLength).optional() })
        .refine((to) => to.id !== undefined || to.login !== undefined, 'must name a person, by "id" or by "login"'),
    }),
  ),
  answers: { 201: { kind: 'json', schema: taskAssignment } },
  errors: ['task_assignee_not_allowed', 'conflict', ...itemAccessErrors],
  scope: writeScopes,
});

export const getTaskAssignment = operation({
  name: 'getTaskAssignment',
  summary: 'Gets an assignment.',
  method: 'GET',
  path: '/task_assignments/{task_assignment_id}',
  params: assignmentParams,
  answers: { 200: { kind: 'json', schema: taskAssignment } },
  errors: itemAccessErrors,
  scope: readScopes,
});

export const updateTaskAssignment = operation({
  name: 'updateTaskAssignment',
  summary: 'Says how far the assigned person is, or leaves a message: by that person.',
  method: 'PUT',
  path: '/task_assignments/{task_assignment_id}',
  params: assignmentParams,
  body: json(z.object({ message: message.optional(), resolution_state: z.enum(resolutionStates).optional() })),
  answers: { 200: { kind: 'json', schema: taskAssignment } },
  errors: itemAccessErrors,
  scope: writeScopes,
});

export const deleteTaskAssignment = operation({
  name: 'deleteTaskAssignment',
  summary: 'Takes an assignment back, as long as it is not resolved.',
  method: 'DELETE',
  path: '/task_assignments/{task_assignment_id}',
  params: assignmentParams,
  answers: { 204: empty },
  errors: ['forbidden', ...itemAccessErrors],
  scope: writeScopes,
});
