import { comment } from '../../../../../contract/resources/notes/comment.ts';
import { taskAssignment } from '../../../../../contract/resources/notes/task.ts';
import type { Event } from '../../../../../contract/resources/streams/event.ts';
import type { Naming } from '../../../ports/remote/naming.ts';

/** The events that may name someone. They change nothing in the tree. */
export const NAMING_TYPES: ReadonlySet<string> = new Set(['COMMENT_CREATE', 'TASK_ASSIGNMENT_CREATE']);

/** The people named by the events of a page; none if the service leaves them out. */
export const namingsOf = (events: readonly Event[]): readonly Naming[] =>
  events.flatMap(({ event_type: type, source }) => {
    const naming =
      type === 'COMMENT_CREATE' ? ofComment(source) : type === 'TASK_ASSIGNMENT_CREATE' ? ofTask(source) : null;
    return naming === null || naming.people.length === 0 ? [] : [naming];
  });

function ofComment(source: Event['source']): Naming | null {
  const { id, message = '', tagged_message: tags = '', item, created_by: by } = comment.safeParse(source).data ?? {};
  if (id === undefined || by === undefined || item === undefined) return null;
  if (item.type !== 'file' && item.type !== 'comment') return null;
  const people = [...tags.matchAll(/@\[(\d{1,19}):[^\]]*\]/g)].map(([, person = '']) => person);
  const on = { type: item.type, id: item.id } as const;
  return { id: `comment ${id}`, what: 'comment', by: { id: by.id, name: by.name ?? '' }, people, on, text: message };
}

function ofTask(source: Event['source']): Naming | null {
  const { data } = taskAssignment.safeParse(source);
  if (data === undefined || data.item === null) return null;
  const { id, assigned_by: by, assigned_to: to, item, message } = data;
  const on = { type: 'file', id: item.id } as const;
  return { id: `task ${id}`, what: 'task', by: { id: by.id, name: by.name ?? '' }, people: [to.id], on, text: message };
}
