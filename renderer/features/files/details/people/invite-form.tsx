import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { TandemBridge } from '../../../../../preload/ipc/transport/bridge.ts';
import { Button } from '../../../../components/controls/button.tsx';
import { Select } from '../../../../components/controls/select.tsx';
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx';
import type { KnownPerson } from '../../../../parts/people/known-people.ts';
import type { CommandRefused } from '../../../../state/bridge/bridge.ts';
import type { Item } from '../../../../state/items/item.ts';
import { callService } from '../../../../state/service/service.ts';
import { texts } from '../../../../texts/texts.ts';
import { InviteBox } from './invite-box.tsx';
import { type Role, roles } from './role-menu.tsx';

/** A person by sign-in name or email address, or by id if neither is known, and the role. The service finds ids only of people who share something. */
export type Invitation = {
  readonly person: { readonly id: string } | { readonly login: string };
  readonly role: Role;
};

export async function inviteTo(bridge: TandemBridge, item: Item, { person, role }: Invitation): Promise<void> {
  const type = item.type === 'folder' ? 'folder' : 'file';
  const body = { item: { type, id: item.id }, accessible_by: { type: 'user', ...person }, role } as const;
  await callService(bridge, 'createCollaboration', { body });
}

/** With the role in it, and without where there is no room for both. */
const wideField =
  '@min-[26rem]:rounded-control @min-[26rem]:border @min-[26rem]:border-edge @min-[26rem]:bg-field @min-[26rem]:has-[input:focus-visible]:outline-2 @min-[26rem]:has-[input:focus-visible]:outline-accent @min-[26rem]:has-[input:focus-visible]:outline-offset-2';
const narrowField =
  '@max-[26rem]:rounded-control @max-[26rem]:border @max-[26rem]:border-edge @max-[26rem]:bg-field @max-[26rem]:has-[input:focus-visible]:outline-2 @max-[26rem]:has-[input:focus-visible]:outline-accent @max-[26rem]:has-[input:focus-visible]:outline-offset-2';

/** Whom to invite, and the role. `hidden`: those who have access already. */
export function InviteForm({
  hidden,
  isBusy,
  error,
  onInvite,
}: {
  hidden: ReadonlySet<string>;
  isBusy: boolean;
  error: CommandRefused | null;
  /** `onSent` empties the field. */
  onInvite: (invitation: Invitation, onSent: () => void) => void;
}): ReactNode {
  const [login, setLogin] = useState('');
  const [chosen, choose] = useState<KnownPerson | null>(null);
  const [role, setRole] = useState<Role>('editor');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (login.trim() === '') return;
    const isChosen = chosen?.name === login;
    const person =
      isChosen && chosen.login === '' ? { id: chosen.id } : { login: isChosen ? chosen.login : login.trim() };
    onInvite({ person, role }, () => setLogin((now) => (now === login ? '' : now)));
  };
  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="@container">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <div
            className={`contents @min-[26rem]:flex @min-[26rem]:min-w-0 @min-[26rem]:flex-1 @min-[26rem]:items-center ${wideField}`}
          >
            <div className={`min-w-0 basis-full @min-[26rem]:flex-1 ${narrowField}`}>
              <InviteBox
                value={login}
                hidden={hidden}
                onChange={setLogin}
                onChoose={(person) => {
                  choose(person);
                  setLogin(person.name);
                }}
              />
            </div>
            <Select isBare label={texts.files.role} options={roles} value={role} onChange={setRole} />
          </div>
          <Button type="submit" size="large" isDisabled={login.trim() === ''} isBusy={isBusy}>
            {texts.files.invite}
          </Button>
        </div>
      </div>
      <ErrorMessage error={error} />
    </form>
  );
}
