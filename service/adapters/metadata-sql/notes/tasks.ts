import type { Kysely } from 'kysely';
import type { CompletionRule, ResolutionState, TaskAction } from '../../../../contract/resources/notes/task.ts';
import type { TaskAssignmentRecord, TaskRecord, TaskWrites } from '../../../ports/metadata/notes/tasks.ts';
import { inChunks, toId, toKey } from '../ids.ts';
import type { TaskAssignmentRow, TaskRow } from '../tables/notes.ts';
import type { Tables } from '../tables.ts';

/** Tasks and their assignments in SQL. */
export function sqlTasks(db: Kysely<Tables>): TaskWrites {
  const assignments = () => db.selectFrom('task_assignment').selectAll();
  return {
    get: async (id) => {
      const row = await db.selectFrom('task').selectAll().where('id', '=', toKey(id)).executeTakeFirst();
      return row ? fromTaskRow(row) : null;
    },
    listOfItem: async (itemId) => {
      const rows = db.selectFrom('task').selectAll().where('item_id', '=', toKey(itemId)).orderBy('id').execute();
      return (await rows).map(fromTaskRow);
    },
    getAssignment: async (id) => {
      const row = await assignments().where('id', '=', toKey(id)).executeTakeFirst();
      return row ? fromAssignmentRow(row) : null;
    },
    listAssignments: async (taskIds) => {
      const rows = await inChunks(taskIds.map(toKey), (keys) =>
        assignments().where('task_id', 'in', keys).orderBy('id').execute(),
      );
      return rows.map(fromAssignmentRow);
    },
    insert: async (task) => void (await db.insertInto('task').values(toTaskRow(task)).execute()),
    update: async (task) => {
      const { id, ...columns } = toTaskRow(task);
      await db.updateTable('task').set(columns).where('id', '=', id).execute();
    },
    delete: async (id) => void (await db.deleteFrom('task').where('id', '=', toKey(id)).execute()),
    insertAssignment: async (assignment) => {
      await db.insertInto('task_assignment').values(toAssignmentRow(assignment)).execute();
    },
    updateAssignment: async (assignment) => {
      const { id, ...columns } = toAssignmentRow(assignment);
      await db.updateTable('task_assignment').set(columns).where('id', '=', id).execute();
    },
    deleteAssignment: async (id) => {
      await db.deleteFrom('task_assignment').where('id', '=', toKey(id)).execute();
    },
  };
}

function fromTaskRow(row: TaskRow): TaskRecord {
  return {
    id: toId(row.id),
    itemId: toId(row.item_id),
    // The columns hold what `toTaskRow` wrote.
    action: row.action as TaskAction,
    message: row.message,
    dueAt: row.due_at,
    completionRule: row.completion_rule as CompletionRule,
    createdBy: toId(row.created_by),
    createdAt: row.created_at,
  };
}

function toTaskRow(task: TaskRecord): TaskRow {
  return {
    id: toKey(task.id),
    item_id: toKey(task.itemId),
    action: task.action,
    message: task.message,
    due_at: task.dueAt,
    completion_rule: task.completionRule,
    created_by: toKey(task.createdBy),
    created_at: task.createdAt,
  };
}

function fromAssignmentRow(row: TaskAssignmentRow): TaskAssignmentRecord {
  return {
    id: toId(row.id),
    taskId: toId(row.task_id),
    assignedTo: toId(row.assigned_to),
    assignedBy: toId(row.assigned_by),
    message: row.message,
    resolutionState: row.resolution_state as ResolutionState,
    assignedAt: row.assigned_at,
    completedAt: row.completed_at,
  };
}

function toAssignmentRow(assignment: TaskAssignmentRecord): TaskAssignmentRow {
  return {
    id: toKey(assignment.id),
    task_id: toKey(assignment.taskId),
    assigned_to: toKey(assignment.assignedTo),
    assigned_by: toKey(assignment.assignedBy),
    message: assignment.message,
    resolution_state: assignment.resolutionState,
    assigned_at: assignment.assignedAt,
    completed_at: assignment.completedAt,
  };
}
