import type { ReactNode, SubmitEvent } from 'react';
import type { ServiceAnswer } from '../../../../preload/ipc/service-calls.ts';
import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Select } from '../../../components/controls/select.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Avatar } from '../../../parts/people/avatar.tsx';
import { RemoveButton } from '../../../parts/remove-button.tsx';
import { useStatus } from '../../../state/bridge/session.ts';
import { useTypedText } from '../../../state/hooks/use-typed-text.ts';
import { type Item, may } from '../../../state/items/item.ts';
import { callService, useService, useServiceAction } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import type { Mentionable } from './mentions.ts';
import { useMentionable } from './use-mentionable.ts';
import { useUnfolding } from './use-unfolding.ts';

type Task = ServiceAnswer<'listTasks'>['entries'][number];
type Assignment = Task['task_assignment_collection']['entries'][number];
type File = Extract<Item, { type: 'file' }>;

/** The tasks on a file and their progress. Hidden without tasks when there is no one to assign one to. */
export function TaskList({ file }: { file: File }): ReactNode {
  const tasks = useService('listTasks', { params: { file_id: file.id } });
  const people = useMentionable(file);
  const asked = tasks.data?.entries ?? [];
  const canAssign = file.permissions?.can_comment !== false && people.length > 0;
  if (asked.length === 0 && tasks.error === null && !canAssign) return null;
  return (
    <section aria-label={texts.details.tasks} className="grid gap-3 border-line border-t pt-4">
      {asked.length > 0 && (
        <>
          <h3 className="font-semibold">{texts.details.tasks}</h3>
          <ul className="grid gap-4">
            {asked.map((task) => (
              <TaskRow key={task.id} task={task} file={file} />
            ))}
          </ul>
        </>
      )}
      <ErrorMessage error={tasks.error} />
      {canAssign && <NewTask file={file} people={people} />}
    </section>
  );
}

function TaskRow({ task, file }: { task: Task; file: File }): ReactNode {
  const me = useStatus(({ account }) => account.user?.id ?? null);
  const assignments = task.task_assignment_collection.entries;
  return (
    <li className="grid gap-2">
      <div className="flex items-start justify-between gap-2">
        <p dir="auto" className="min-w-0 whitespace-pre-wrap wrap-anywhere">
          {task.message}
        </p>
        {(task.created_by.id === me || may(file, 'can_rename')) && (
          <RemoveButton
            size="row"
            title={texts.details.removeTaskTitle}
            detail={texts.details.removeTaskDetail(assignments.length)}
            action={texts.files.remove}
            act={(bridge) => callService(bridge, 'deleteTask', { params: { task_id: task.id } })}
          >
            {texts.files.remove}
          </RemoveButton>
        )}
      </div>
      {assignments.map((assignment) => (
        <Assigned key={assignment.id} assignment={assignment} action={task.action} />
      ))}
    </li>
  );
}

function Assigned({ assignment, action }: { assignment: Assignment; action: Task['action'] }): ReactNode {
  const me = useStatus(({ account }) => account.user?.id ?? null);
  const resolve = useServiceAction((bridge, resolution_state: Assignment['resolution_state']) =>
    callService(bridge, 'updateTaskAssignment', {
      params: { task_assignment_id: assignment.id },
      body: { resolution_state },
    }),
  );
  const { assigned_to: who, resolution_state: state } = assignment;
  const answers = action === 'review' ? (['approved', 'rejected'] as const) : (['completed'] as const);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Avatar id={who.id} name={who.name ?? ''} size={20} />
      <span dir="auto" className="min-w-0 truncate">
        {who.name}
      </span>
      <span className="text-dim text-small">{texts.details.resolutions[state]}</span>
      {who.id === me && state === 'incomplete' && (
        <span className="ms-auto flex gap-2">
          {answers.map((answer) => (
            <Button key={answer} size="row" isBusy={resolve.isPending} onPress={() => resolve.mutate(answer)}>
              {texts.details.resolve[answer]}
            </Button>
          ))}
        </span>
      )}
      <ErrorMessage error={resolve.error} />
    </div>
  );
}

type NewTaskProps = { readonly file: File; readonly people: readonly Mentionable[] };

/** One line until it is pressed. */
function NewTask({ file, people }: NewTaskProps): ReactNode {
  const { isOpen, isAsked, place, button, toggle, end } = useUnfolding(useTypedText(typedTask(file)).text !== '');
  return (
    <div ref={place} className="grid gap-2">
      <Button
        ref={button}
        kind="quiet"
        size="row"
        className="-ms-2 justify-self-start"
        aria-expanded={isOpen}
        onPress={toggle}
      >
        {texts.details.assignTask}
      </Button>
      {isOpen && <NewTaskForm file={file} people={people} isFocused={isAsked} onDone={end} />}
    </div>
  );
}

const typedTask = ({ id }: File): string => `task.${id}`;

function NewTaskForm({
  file,
  people,
  isFocused,
  onDone,
}: NewTaskProps & { readonly isFocused: boolean; readonly onDone: () => void }): ReactNode {
  const { text: message, type, forget, sendKey, isSending } = useTypedText(typedTask(file));
  const { text: who, type: setWho } = useTypedText(`assignee.${file.id}`);
  const [first] = people;
  const assignee = people.find(({ id }) => id === who)?.id ?? first?.id;
  const create = useServiceAction(
    (bridge, task: Assigning) => createFor(bridge, file.id, task),
    (_, sent) => {
      if (forget(sent.message)) onDone();
    },
    { key: sendKey },
  );
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (assignee !== undefined && message.trim() !== '') create.mutate({ message, to: assignee });
  };
  const cancel = (): void => {
    type('');
    onDone();
  };
  if (assignee === undefined) return null;
  const options = people.map(({ id, name }) => ({ id, label: name }));
  return (
    <form onSubmit={submit} className="grid gap-2">
      <Field label={texts.details.newTask} value={message} onChange={type} isFirst={isFocused} />
      <div className="flex flex-wrap items-end gap-2">
        <div className="me-auto">
          <Select label={texts.details.taskFor} options={options} value={assignee} onChange={setWho} />
        </div>
        <Button kind="ghost" onPress={cancel}>
          {texts.actions.cancel}
        </Button>
        <Button type="submit" isDisabled={message.trim() === ''} isBusy={isSending}>
          {texts.details.assign}
        </Button>
      </div>
      <ErrorMessage error={create.error} />
    </form>
  );
}

type Assigning = { readonly message: string; readonly to: string };

/** Deletes a task that could not be assigned, since it would have no assignee. */
async function createFor(bridge: TandemBridge, fileId: string, { message, to }: Assigning): Promise<void> {
  const { id } = await callService(bridge, 'createTask', { body: { item: { id: fileId, type: 'file' }, message } });
  try {
    await callService(bridge, 'createTaskAssignment', { body: { task: { id, type: 'task' }, assign_to: { id: to } } });
  } catch (error) {
    await callService(bridge, 'deleteTask', { params: { task_id: id } });
    throw error;
  }
}
