import { Check, Copy, Link2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TandemBridge } from '../../../../preload/ipc/transport/bridge.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Dialog } from '../../../components/overlay/dialog.tsx';
import { ItemIcon } from '../../../parts/files/item-icon.tsx';
import { refusal } from '../../../parts/toasts/done.ts';
import { eachItem } from '../../../parts/toasts/each-item.ts';
import { useToast } from '../../../parts/toasts/toasts.tsx';
import { CommandRefused } from '../../../state/bridge/bridge.ts';
import { canShare, type Item, keyOf, linkOf, nameOf } from '../../../state/items/item.ts';
import { useServiceAction } from '../../../state/service/service.ts';
import { texts } from '../../../texts/texts.ts';
import { LinkHead } from '../details/link/link-tab.tsx';
import { newLink, setLink } from '../details/link/set-link.ts';
import { type Invitation, InviteForm, inviteTo } from '../details/people/invite-form.tsx';
import { useCopyLinks } from './copy-links.ts';

/** Per item, what became of the last action: null, or the reason of its refusal. */
type Outcomes = ReadonlyMap<string, Refused | null>;

/** `isSettled`: nothing was left to do. */
type Refused = { readonly sentence: string; readonly isSettled: boolean };

/** Shares several items: one invitation for all, then a link for each. Every refusal names its item. */
export function ShareSeveralDialog({ items, onClose }: { items: readonly Item[]; onClose: () => void }): ReactNode {
  const tell = useToast();
  const [invited, setInvited] = useState<Outcomes>(new Map());
  const shareable = items.filter(canShare);
  const invite = useServiceAction(
    (bridge, invitation: Invitation) => actOnEach(shareable, (item) => inviteTo(bridge, item, invitation)),
    (outcomes) => {
      setInvited(outcomes);
      tell({ sentence: texts.files.invitedTo(someOf(acceptedOf(outcomes), shareable.length)), undo: null });
    },
  );
  return (
    <Dialog title={texts.files.shareSeveral(items.length)} size="wide" hasClose onClose={onClose}>
      <InviteForm
        hidden={new Set()}
        isBusy={invite.isPending}
        error={invite.error}
        onInvite={(invitation, onSent) =>
          invite.mutate(invitation, {
            onSuccess: (outcomes) => {
              if (acceptedOf(outcomes) === shareable.length) onSent();
            },
          })
        }
      />
      <ul
        aria-label={texts.files.table}
        // A long list scrolls, which the keyboard does too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="-mx-2 grid max-h-64 grid-cols-[minmax(0,1fr)] gap-1 overflow-auto rounded-control px-2"
      >
        {items.map((item) => (
          <SharedRow key={keyOf(item)} item={item} outcome={invited.get(keyOf(item))} />
        ))}
      </ul>
      <section aria-label={texts.details.tabs.link} className="-mx-6 border-line border-t px-6 pt-4">
        <Links items={items} />
      </section>
    </Dialog>
  );
}

/** An item with what became of its invitation, or why it gets none. `outcome` undefined: not invited to it. */
function SharedRow({ item, outcome }: { item: Item; outcome: Refused | null | undefined }): ReactNode {
  return (
    <li className="flex min-h-9 items-center gap-3">
      <ItemIcon item={item} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate">
          {nameOf(item)}
        </span>
        {outcome && (
          <span className={`block text-small ${outcome.isSettled ? 'text-dim' : 'text-bad'}`}>{outcome.sentence}</span>
        )}
      </span>
      {!canShare(item) && <span className="shrink-0 text-dim text-small">{texts.files.shareNever}</span>}
      {outcome === null && (
        <span className="flex shrink-0 items-center gap-1 text-ok text-small">
          <Check aria-hidden className="size-4" />
          {texts.files.invited}
        </span>
      )}
    </li>
  );
}

/** How many items have a link, with buttons to create the others and to copy all. */
function Links({ items }: { items: readonly Item[] }): ReactNode {
  const tell = useToast();
  const copy = useCopyLinks();
  const linked = items.filter((item) => linkOf(item) !== undefined);
  const without = items.filter((item) => canShare(item) && linkOf(item) === undefined);
  const create = useServiceAction(
    (bridge: TandemBridge) => actOnEach(without, (item) => setLink(bridge, item, newLink)),
    (outcomes) => {
      const reasons = new Set([...outcomes.values()].flatMap((refused) => refused?.sentence ?? []));
      const created = texts.files.linksCreated(acceptedOf(outcomes));
      tell({ sentence: [created, ...reasons].join(' '), undo: null });
    },
  );
  return (
    <LinkHead
      title={linked.length === 0 ? texts.files.linkOff : texts.files.linksOn(someOf(linked.length, items.length))}
      detail={linked.length === 0 && <p className="text-dim text-small">{texts.files.linkOffDetail}</p>}
      isOn={linked.length > 0}
    >
      <div className="flex flex-wrap gap-2">
        {without.length > 0 && (
          <Button isBusy={create.isPending} onPress={() => create.mutate(undefined)}>
            <Link2 aria-hidden className="size-4" />
            {texts.files.linksCreate(without.length)}
          </Button>
        )}
        {linked.length > 0 && (
          <Button kind="primary" onPress={() => copy(linked)}>
            <Copy aria-hidden className="size-4" />
            {texts.manage.copyLink}
          </Button>
        )}
      </div>
    </LinkHead>
  );
}

/** A refusal of one does not stop the others. Items that were not begun have no outcome. */
async function actOnEach(items: readonly Item[], act: (item: Item) => Promise<unknown>): Promise<Outcomes> {
  const { done, refused } = await eachItem(items, act);
  return new Map([
    ...done.map((item) => [keyOf(item), null] as const),
    ...refused.map(({ item, error }) => {
      return [keyOf(item), { sentence: refusal(error).sentence, isSettled: hasAccess(error) }] as const;
    }),
  ]);
}

const hasAccess = (error: unknown): boolean =>
  error instanceof CommandRefused && error.code === 'user_already_collaborator';

const acceptedOf = (outcomes: Outcomes): number => [...outcomes.values()].filter((reason) => reason === null).length;

/** So many of the items, or all of them. */
const someOf = (count: number, of: number): string =>
  count === of ? texts.manage.items(of) : texts.files.passing(count, of);
