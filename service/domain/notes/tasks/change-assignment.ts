import type { ResolutionState, TaskAction, TaskAssignment } from '../../../../contract/resources/notes/task.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { TaskAssignmentRecord } from '../../../ports/metadata/notes/tasks.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import { findPerson, type PersonName } from '../../access/find-person.ts';
import { accessTo, hasRight } from '../../access/item-access.ts';
import { maySeeCollaborators } from '../../access/permissions/path-settings.ts';
import { type Change, changeIn } from '../../change/change.ts';
import { emitNoteEvent, type NoteEvent } from '../../change/events/note-event.ts';
import { theOne } from '../../kernel/the-one.ts';
import { parameterRefusal, Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { answerAssignments } from './present-task.ts';
import {
  mayManage,
  requireAssignment,
  requireTask,
  requireTaskOwner,
  type TaskView,
  treesOfAssignment,
  treesOfTask,
} from './require-task.ts';

/** The assignee of a task, by id or by login. */
export interface CreateAssignment {
  readonly taskId: string;
  readonly to: PersonName;
}

/**
 * Assigns a task to a user.
 * @throws Refusal `task_assignee_not_allowed` for a user without access to its file, or whose access the caller may not see.
 */
export async function createAssignment(
  service: Service,
  caller: Caller,
  { taskId, to }: CreateAssignment,
): Promise<TaskAssignment> {
  return changeIn(service, caller, await treesOfTask(service, caller, taskId), async (change) => {
    const { tx, now } = change;
    const view = await requireTask(tx, caller, taskId);
    await tx.requireTrees([view.file.item.ownerId]);
    requireTaskOwner(view, caller);
    const person = await requireAssignee(change, view, to);
    const others = await tx.tasks.listAssignments([taskId]);
    if (others.some(({ assignedTo }) => assignedTo === person.id)) {
      throw new Refusal('conflict', say`This task is already assigned to ${person.name}.`);
    }
    if (others.length >= limits.assignmentsPerTask) {
      throw new Refusal('bad_request', say`A task can be assigned to at most ${limits.assignmentsPerTask} people.`);
    }
    const assignment: TaskAssignmentRecord = {
      id: await tx.allocateId(),
      taskId,
      assignedTo: person.id,
      assignedBy: caller.user.id,
      message: view.task.message,
      resolutionState: 'incomplete',
      assignedAt: now,
      completedAt: null,
    };
    await tx.tasks.insertAssignment(assignment);
    return reportAssignment(change, 'created', view, assignment);
  });
}

/** The requested changes of an assignment. */
export interface UpdateAssignment {
  readonly id: string;
  readonly message?: string | undefined;
  readonly resolutionState?: ResolutionState | undefined;
}

/** Sets the state of an assignment, for its assignee. Users who may manage the task can also change its message. */
export async function updateAssignment(
  service: Service,
  caller: Caller,
  { id, message, resolutionState }: UpdateAssignment,
): Promise<TaskAssignment> {
  return changeIn(service, caller, await treesOfAssignment(service, caller, id), async (change) => {
    const { assignment: before, ...view } = await requireAssignment(change.tx, caller, id);
    await change.tx.requireTrees([view.file.item.ownerId]);
    const isAssignee = before.assignedTo === caller.user.id;
    if (!isAssignee && (resolutionState !== undefined || !mayManage(view, caller))) {
      throw new Refusal('access_denied_insufficient_permissions', say`Only the assignee can resolve a task.`);
    }
    if (resolutionState !== undefined) requireFitting(view.task.action, resolutionState);
    const state = resolutionState ?? before.resolutionState;
    const resolvedAt = state === before.resolutionState ? before.completedAt : change.now;
    const assignment: TaskAssignmentRecord = {
      ...before,
      message: message ?? before.message,
      resolutionState: state,
      completedAt: state === 'incomplete' ? null : resolvedAt,
    };
    await change.tx.tasks.updateAssignment(assignment);
    return reportAssignment(change, 'updated', view, assignment);
  });
}

/**
 * Deletes an assignment.
 * @throws Refusal `forbidden` if it is resolved: completed work stays on record.
 */
export async function deleteAssignment(service: Service, caller: Caller, id: string): Promise<void> {
  await changeIn(service, caller, await treesOfAssignment(service, caller, id), async (change) => {
    const { assignment, ...view } = await requireAssignment(change.tx, caller, id);
    await change.tx.requireTrees([view.file.item.ownerId]);
    if (assignment.assignedBy !== caller.user.id) requireTaskOwner(view, caller);
    if (assignment.resolutionState !== 'incomplete') {
      throw new Refusal('forbidden', say`This assignment is ${assignment.resolutionState} and cannot be deleted.`);
    }
    await change.tx.tasks.deleteAssignment(id);
    await reportAssignment(change, 'deleted', view, assignment);
  });
}

/** A review can be approved or rejected, any other task completed. */
function requireFitting(action: TaskAction, state: ResolutionState): void {
  const allowed: readonly ResolutionState[] =
    action === 'review' ? ['incomplete', 'approved', 'rejected'] : ['incomplete', 'completed'];
  if (allowed.includes(state)) return;
  const message = say`A task to ${action} can be ${allowed.join(' or ')}, not ${state}.`;
  throw parameterRefusal('bad_request', 'resolution_state', message);
}

/**
 * Where the collaborators are hidden, an assignment must not tell who they are: only the caller and the owner are known. Anyone else
 * found here has access to a file that the caller sees.
 */
async function requireAssignee({ tx, caller }: Change, { file }: TaskView, to: PersonName): Promise<UserRecord> {
  const user = await findPerson(tx, to);
  const access = user ? await accessTo(tx, { user }, file.item, file.ancestors) : null;
  const isKnown = user?.id === caller.user.id || user?.id === file.item.ownerId || maySeeCollaborators(file);
  if (user && isKnown && access && hasRight(access, 'comment')) return user;
  const name = to.login ?? to.id ?? '';
  const message = say`"${name}" has no access to "${file.item.name}". Share the file with this person first.`;
  throw new Refusal('task_assignee_not_allowed', message);
}

const happenings = {
  created: {
    eventType: 'TASK_ASSIGNMENT_CREATE',
    adminType: 'TASK_ASSIGNMENT_CREATE',
    trigger: 'TASK_ASSIGNMENT.CREATED',
  },
  updated: { eventType: null, adminType: 'TASK_ASSIGNMENT_UPDATE', trigger: 'TASK_ASSIGNMENT.UPDATED' },
  deleted: { eventType: null, adminType: 'TASK_ASSIGNMENT_DELETE', trigger: null },
} as const satisfies Record<string, Omit<NoteEvent, 'resource'>>;

async function reportAssignment(
  change: Change,
  what: keyof typeof happenings,
  { file }: TaskView,
  assignment: TaskAssignmentRecord,
): Promise<TaskAssignment> {
  const shown = theOne(await answerAssignments(change.tx, change.caller, file.item, [assignment]));
  await emitNoteEvent(change, file, { ...happenings[what], resource: { ...shown } });
  return shown;
}
