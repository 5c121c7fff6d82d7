import { createAssignment, deleteAssignment, updateAssignment } from '../../../domain/notes/tasks/change-assignment.ts';
import { createTask, deleteTask, updateTask } from '../../../domain/notes/tasks/change-task.ts';
import { getAssignment, getTask, listAssignments, listTasks } from '../../../domain/notes/tasks/get-tasks.ts';
import type { Handlers } from '../../handlers.ts';

/** Tasks on files, and their assignments. */
export const taskHandlers = {
  async listTasks({ params }, { service, caller }) {
    return { status: 200, body: await listTasks(service, caller, params.file_id) };
  },

  async createTask({ body }, { service, caller }) {
    const request = { fileId: body.item.id, ...taskFields(body) };
    return { status: 201, body: await createTask(service, caller, request) };
  },

  async getTask({ params }, { service, caller }) {
    return { status: 200, body: await getTask(service, caller, params.task_id) };
  },

  async updateTask({ params, body }, { service, caller }) {
    return { status: 200, body: await updateTask(service, caller, { id: params.task_id, ...taskFields(body) }) };
  },

  async deleteTask({ params }, { service, caller }) {
    await deleteTask(service, caller, params.task_id);
    return { status: 204 };
  },

  async listTaskAssignments({ params }, { service, caller }) {
    return { status: 200, body: await listAssignments(service, caller, params.task_id) };
  },

  async createTaskAssignment({ body }, { service, caller }) {
    const assignment = await createAssignment(service, caller, { taskId: body.task.id, to: body.assign_to });
    return { status: 201, body: assignment };
  },

  async getTaskAssignment({ params }, { service, caller }) {
    return { status: 200, body: await getAssignment(service, caller, params.task_assignment_id) };
  },

  async updateTaskAssignment({ params, body }, { service, caller }) {
    const { message, resolution_state: resolutionState } = body;
    const request = { id: params.task_assignment_id, message, resolutionState };
    return { status: 200, body: await updateAssignment(service, caller, request) };
  },

  async deleteTaskAssignment({ params }, { service, caller }) {
    await deleteAssignment(service, caller, params.task_assignment_id);
    return { status: 204 };
  },
} satisfies Partial<Handlers>;

interface TaskBody {
  readonly action?: 'review' | 'complete' | undefined;
  readonly message?: string | undefined;
  readonly due_at?: string | null | undefined;
  readonly completion_rule?: 'all_assignees' | 'any_assignee' | undefined;
}

function taskFields({ action, message, due_at, completion_rule }: TaskBody) {
  const dueAt = typeof due_at === 'string' ? Date.parse(due_at) : due_at;
  return { action, message, dueAt, completionRule: completion_rule };
}
