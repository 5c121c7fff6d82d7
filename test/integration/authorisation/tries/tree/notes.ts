import type { Tries } from '../../tries.ts';
import { type AuthorisationWorld, ok } from '../../world.ts';

const newFile = async (world: AuthorisationWorld) => (await world.newFile()).id;

const newComment = async (world: AuthorisationWorld) => {
  const item = { type: 'file', id: await newFile(world) };
  const { id } = await ok(world.owner.post('/comments', { message: `${world.secrets[0]} said`, item }));
  return { comment_id: id };
};

const newTask = async (world: AuthorisationWorld) => {
  const item = { type: 'file', id: await newFile(world) };
  return (await ok(world.owner.post('/tasks', { item, message: `${world.secrets[0]} to do` }))).id;
};

const newAssignment = async (world: AuthorisationWorld) => {
  const body = { task: { type: 'task', id: await newTask(world) }, assign_to: { id: world.ownerId } };
  return { task_assignment_id: (await ok(world.owner.post('/task_assignments', body))).id };
};

export const noteTries: Tries = {
  listComments: async (world) => ({ params: { file_id: await newFile(world) } }),
  createComment: async (world) => ({
    body: { message: world.freshName(), item: { type: 'file', id: await newFile(world) } },
  }),
  getComment: async (world) => ({ params: await newComment(world) }),
  updateComment: async (world) => ({ params: await newComment(world), body: { message: 'other words' } }),
  deleteComment: async (world) => ({ params: await newComment(world) }),

  listTasks: async (world) => ({ params: { file_id: await newFile(world) } }),
  createTask: async (world) => ({ body: { item: { type: 'file', id: await newFile(world) } } }),
  getTask: async (world) => ({ params: { task_id: await newTask(world) } }),
  updateTask: async (world) => ({ params: { task_id: await newTask(world) }, body: { message: 'other words' } }),
  deleteTask: async (world) => ({ params: { task_id: await newTask(world) } }),
  listTaskAssignments: async (world) => ({ params: { task_id: await newTask(world) } }),
  createTaskAssignment: async (world) => ({
    body: { task: { type: 'task', id: await newTask(world) }, assign_to: { id: world.ownerId } },
  }),
  getTaskAssignment: async (world) => ({ params: await newAssignment(world) }),
  updateTaskAssignment: async (world) => ({
    params: await newAssignment(world),
    body: { resolution_state: 'approved' },
  }),
  deleteTaskAssignment: async (world) => ({ params: await newAssignment(world) }),

  search: async (world) => ({ query: `query=${world.secrets[0]}` }),
  listRecentItems: async () => ({}),
};
