import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useState } from 'react';
import type { TandemBridge } from '../../../../../preload/ipc/transport/bridge.ts';
import { Button } from '../../../../components/controls/button.tsx';
import { Select } from '../../../../components/controls/select.tsx';
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx';
import { type KnownPerson, usePeopleNamed } from '../../../../parts/people/known-people.ts';
import type { CommandRefused } from '../../../../state/bridge/bridge.ts';
import { useStatus } from '../../../../state/bridge/session.ts';
import { hrefOf } from '../../../../state/hooks/route.ts';
import type { Item } from '../../../../state/items/item.ts';
import { isPrivateAddress } from '../../../../state/service/public-address.ts';
import { callService } from '../../../../state/service/service.ts';
import { texts } from '../../../../texts/texts.ts';
import { InviteBox } from './invite-box.tsx';
import { type InvitedPerson, idOrLogin, personNamed } from './invited-person.ts';
import { type Role, type RoleOption, roles } from './role-menu.tsx';

/** A person and the role. */
export type Invitation = { readonly person: InvitedPerson; readonly role: Role };

export async function inviteTo(bridge: TandemBridge, item: Item, { person, role }: Invitation): Promise<void> {
  const type = item.type === 'folder' ? 'folder' : 'file';
  const body = { item: { type, id: item.id }, accessible_by: { type: 'user', ...person }, role } as const;
  await callService(bridge, 'createCollaboration', { body });
}

const isSame = (one: string, other: string): boolean => one.toLocaleLowerCase() === other.toLocaleLowerCase();

/** Says who can't be invited on the private service, and what to do. */
const PrivateNote = (): ReactNode => (
  <p className="rounded-control bg-mute-bg px-2.5 py-2 text-dim text-small">
    {texts.files.invitePrivate}{' '}
    <a href={hrefOf('settings')} className="text-accent underline">
      {texts.files.inviteConnect}
    </a>
  </p>
);

/** With the role in it, and without where there is no room for both. */
const wideField =
  '@min-[26rem]:rounded-control @min-[26rem]:border @min-[26rem]:border-edge @min-[26rem]:bg-field @min-[26rem]:has-[input:focus-visible]:outline-2 @min-[26rem]:has-[input:focus-visible]:outline-accent @min-[26rem]:has-[input:focus-visible]:-outline-offset-1';
const narrowField =
  '@max-[26rem]:rounded-control @max-[26rem]:border @max-[26rem]:border-edge @max-[26rem]:bg-field @max-[26rem]:has-[input:focus-visible]:outline-2 @max-[26rem]:has-[input:focus-visible]:outline-accent @max-[26rem]:has-[input:focus-visible]:-outline-offset-1';

/** The person named by the text, as far as it is known. */
function useInvitee(text: string, suggested: KnownPerson | null) {
  const isPrivate = useStatus(({ account }) => isPrivateAddress(account.baseUrl)) === true;
  const { people, isPending, error } = usePeopleNamed(text);
  const typed = text.trim();
  const chosen = suggested?.name === text ? suggested : null;
  // Until the accounts are known, a name may still be that of one of them.
  const isReady = chosen !== null || (typed.includes('@') && !isPrivate) || !isPending;
  const hasAccount = chosen !== null || people.some(({ name, login }) => isSame(name, typed) || isSame(login, typed));
  return {
    people,
    typed,
    chosen,
    // A name may be that of several people, a sign-in name is not.
    isCertain: chosen !== null || people.some(({ login }) => login === typed),
    isReady,
    isPrivate,
    // No other computer reaches the private service, so an invitation without an account on it arrives nowhere.
    isUnreachable: isPrivate && isReady && error === null && !hasAccount,
  };
}

type Submit = { readonly text: string; readonly isReady: boolean; readonly invite: () => void };

/** Invites at once, or as soon as it is known whom the text names; call `cancel` when the text changes. */
function useSubmit({ text, isReady, invite }: Submit) {
  const [submitted, setSubmitted] = useState<string | null>(null);
  const onReady = useEffectEvent(() => {
    if (submitted === text) invite();
  });
  useEffect(() => {
    if (isReady) onReady();
  }, [isReady]);
  return {
    isWaiting: submitted === text && !isReady,
    submit: (event: SubmitEvent): void => {
      event.preventDefault();
      if (text.trim() === '') return;
      if (isReady) invite();
      else setSubmitted(text);
    },
    cancel: () => setSubmitted(null),
  };
}

/** Whom to invite, and the role. `hidden`: those who have access already. */
export function InviteForm({
  hidden,
  offered = roles,
  isBusy,
  error,
  onInvite,
}: {
  hidden: ReadonlySet<string>;
  offered?: readonly RoleOption[];
  isBusy: boolean;
  error: CommandRefused | null;
  /** `onSent` empties the field. */
  onInvite: (invitation: Invitation, onSent: () => void) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [suggested, choose] = useState<KnownPerson | null>(null);
  const [role, setRole] = useState<Role>('editor');
  const [refused, refuse] = useState<string | null>(null);
  const { people, typed, chosen, isCertain, isReady, isPrivate, isUnreachable } = useInvitee(text, suggested);
  const change = (next: string): void => {
    refuse(null);
    setText(next);
    cancel();
  };
  const invite = (): void => {
    // An open list submits the form past its button (`InviteBox`), so the button alone doesn't prevent a second invitation.
    if (isUnreachable || isBusy) return;
    const named = chosen !== null ? { person: idOrLogin(chosen) } : personNamed(typed, people);
    if ('refused' in named) return refuse(named.refused);
    onInvite({ person: named.person, role }, () => setText((now) => (now === text ? '' : now)));
  };
  const { isWaiting, submit, cancel } = useSubmit({ text, isReady, invite });
  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {isPrivate && <PrivateNote />}
      <div className="@container">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <div
            className={`contents @min-[26rem]:flex @min-[26rem]:min-w-0 @min-[26rem]:flex-1 @min-[26rem]:items-center ${wideField}`}
          >
            <div className={`min-w-0 basis-full @min-[26rem]:flex-1 ${narrowField}`}>
              <InviteBox
                value={text}
                offered={isCertain || isWaiting ? [] : people.filter(({ id }) => !hidden.has(id))}
                onChange={change}
                onChoose={(person) => {
                  choose(person);
                  change(person.name);
                }}
              />
            </div>
            <Select isBare label={texts.files.role} options={offered} value={role} onChange={setRole} />
          </div>
          <Button type="submit" size="large" isDisabled={typed === '' || isUnreachable} isBusy={isBusy || isWaiting}>
            {texts.files.invite}
          </Button>
        </div>
      </div>
      <ErrorMessage error={refused === null ? error : { message: refused }} />
    </form>
  );
}
