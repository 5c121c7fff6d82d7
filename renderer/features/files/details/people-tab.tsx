import { UserMinus } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { ServiceAnswer } from '../../../../preload/ipc/service-calls.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Select } from '../../../components/controls/select.tsx';
import { TextBox } from '../../../components/controls/text-box.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Skeleton } from '../../../components/feedback/page-state.tsx';
import { Avatar } from '../../../parts/people/avatar.tsx';
import { useStatus } from '../../../state/bridge/session.ts';
import { type Item, may } from '../../../state/items/item.ts';
import { callService, useService, useServiceAction } from '../../../state/service/service.ts';
import { roleName } from '../../../texts/role-name.ts';
import { texts } from '../../../texts/texts.ts';

type Role = keyof typeof texts.files.roles;
type Collaboration = ServiceAnswer<'listFolderCollaborations'>['entries'][number];

const roles = (Object.keys(texts.files.roles) as Role[]).map((id) => ({ id, label: texts.files.roles[id] }));

/** The collaborators of a file or folder and their roles, with actions to invite, change a role, and remove. */
export function PeopleTab({ item }: { item: Item }): ReactNode {
  const isFolder = item.type === 'folder';
  const ofFolder = useService(
    'listFolderCollaborations',
    isFolder ? { params: { folder_id: item.id }, query: { limit: 1000 } } : null,
  );
  const ofFile = useService(
    'listFileCollaborations',
    isFolder ? null : { params: { file_id: item.id }, query: { limit: 1000 } },
  );
  const list = isFolder ? ofFolder : ofFile;
  const owner = useOwner(item);
  if (list.isPending) return <Skeleton className="h-24" />;
  const people = (list.data?.entries ?? []).filter(({ accessible_by: by }) => by?.id !== owner?.id);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {may(item, 'can_share') && item.id !== '0' && <Invite item={item} />}
      <ErrorMessage error={list.error} />
      {people.length === 0 && owner === null ? (
        <p className="text-dim">{texts.files.nobody}</p>
      ) : (
        <ul aria-label={texts.files.people} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {owner !== null && <Owner owner={owner} />}
          {people.map((one) => (
            <Person key={one.id} collaboration={one} canChange={may(item, 'can_share')} />
          ))}
        </ul>
      )}
    </div>
  );
}

type Owning = NonNullable<ServiceAnswer<'getFile'>['owned_by']>;

/** Null until it is known. */
function useOwner({ id, type }: Item): Owning | null {
  const query = { fields: 'id,type,owned_by' };
  const ofFolder = useService('getFolder', type === 'folder' ? { params: { folder_id: id }, query } : null);
  const ofFile = useService('getFile', type === 'folder' ? null : { params: { file_id: id }, query });
  return (type === 'folder' ? ofFolder : ofFile).data?.owned_by ?? null;
}

function Owner({ owner: { id, name, login } }: { owner: Owning }): ReactNode {
  const me = useStatus(({ account }) => account.user?.id ?? null);
  const called = name === '' ? login : name;
  return (
    <li className="flex items-center gap-3">
      <Avatar id={id} name={called} size={36} />
      <Named name={called} isMe={id === me} detail={login === called ? '' : login} />
      <span className="text-dense text-dim">{texts.files.owner}</span>
    </li>
  );
}

function Named({ name, isMe = false, detail }: { name: string; isMe?: boolean; detail: string }): ReactNode {
  return (
    <span className="min-w-0 flex-1">
      <span dir="auto" className="block truncate">
        {isMe ? `${name} ${texts.people.you}` : name}
      </span>
      <span dir="auto" className="block truncate text-dim text-small">
        {detail}
      </span>
    </span>
  );
}

function Person({ collaboration, canChange }: { collaboration: Collaboration; canChange: boolean }): ReactNode {
  const { id, status, role = '' } = collaboration;
  const params = { collaboration_id: id };
  const change = useServiceAction((bridge, to: Role) =>
    callService(bridge, 'updateCollaboration', { params, body: { role: to } }),
  );
  const remove = useServiceAction((bridge) => callService(bridge, 'deleteCollaboration', { params }));
  const name = nameOf(collaboration);
  const error = change.error ?? remove.error;
  const current = roles.find((known) => known.id === role)?.id;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div className="flex items-center gap-3">
        <Avatar id={collaboration.accessible_by?.id ?? id} name={name} size={36} />
        <Named name={name} detail={status === 'pending' ? texts.files.pendingInvitation : loginOf(collaboration)} />
        {canChange && current !== undefined ? (
          <Select
            isBare
            label={texts.files.roleOf(name)}
            options={roles}
            value={current}
            onChange={(to) => change.mutate(to)}
          />
        ) : (
          <span className="text-dense text-dim">{roleName(role)}</span>
        )}
        {canChange && (
          <Button
            kind="ghost"
            icon
            aria-label={texts.files.removeOf(name)}
            isBusy={remove.isPending}
            onPress={() => remove.mutate(undefined)}
          >
            <UserMinus aria-hidden className="size-4" />
          </Button>
        )}
      </div>
      <ErrorMessage error={error} />
    </li>
  );
}

/** While an invitation is pending, the service hides the invitee's name. */
function nameOf({ accessible_by: by, invite_email: email }: Collaboration): string {
  return [by?.name, by?.login, email].find((name) => name !== undefined && name !== null && name !== '') ?? '';
}

/** Shown below the name unless it is the name. */
function loginOf(collaboration: Collaboration): string {
  const login = collaboration.accessible_by?.login ?? '';
  return login === nameOf(collaboration) ? '' : login;
}

function Invite({ item }: { item: Item }): ReactNode {
  const [login, setLogin] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const invite = useServiceAction((bridge) =>
    callService(bridge, 'createCollaboration', {
      body: {
        item: { type: item.type === 'folder' ? 'folder' : 'file', id: item.id },
        accessible_by: { type: 'user', login: login.trim() },
        role,
      },
    }),
  );
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (login.trim() !== '' && !invite.isPending) invite.mutate(undefined, { onSuccess: () => setLogin('') });
  };
  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-end justify-end gap-2">
        <div className="min-w-0 flex-[1_1_14rem] [&_input]:w-full">
          <TextBox label={texts.files.inviteLabel} value={login} onChange={setLogin} />
        </div>
        <Select label={texts.files.role} options={roles} value={role} onChange={setRole} />
        <Button type="submit" kind="primary" isDisabled={login.trim() === ''} isBusy={invite.isPending}>
          {texts.files.invite}
        </Button>
      </div>
      <ErrorMessage error={invite.error} />
    </form>
  );
}
