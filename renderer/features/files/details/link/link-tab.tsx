import { ChevronRight, Link2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../../components/controls/button.tsx';
import { Switch } from '../../../../components/controls/choices/switch.tsx';
import { Select } from '../../../../components/controls/select.tsx';
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx';
import { classNames } from '../../../../components/layout/class-names.ts';
import { ConfirmDialog } from '../../../../components/overlay/confirm-dialog.tsx';
import { Address } from '../../../../parts/address.tsx';
import type { Item } from '../../../../state/items/item.ts';
import { useServiceAction } from '../../../../state/service/service.ts';
import { texts } from '../../../../texts/texts.ts';
import { DownloadRow, ExpiryRow, PasswordRow } from './link-settings.tsx';
import { type LinkRequest, newLink, type SharedLink, setLink } from './set-link.ts';

type Access = keyof typeof texts.files.linkAccesses;

/** Permissions beyond viewing are among the advanced settings. */
const accessOptions = (Object.keys(texts.files.linkAccesses) as Access[]).map((id) => ({
  id,
  label: texts.files.linkAccesses[id],
}));

/** The shared link of an item: create it, set its access, expiry date and password, copy it, remove it. */
export function LinkTab({ item, link }: { item: Item; link: SharedLink | null }): ReactNode {
  const change = useServiceAction((bridge, link: LinkRequest) => setLink(bridge, item, link));
  const set = (next: LinkRequest): void => change.mutate(next);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {link === null ? (
        <LinkHead
          title={texts.files.linkOff}
          detail={<p className="text-dim text-small">{texts.files.linkOffDetail}</p>}
        >
          <Button isBusy={change.isPending} onPress={() => set(newLink)}>
            <Link2 aria-hidden className="size-4" />
            {texts.files.linkCreate}
          </Button>
        </LinkHead>
      ) : (
        <Existing item={item} link={link} isPending={change.isPending} onSet={set} />
      )}
      <ErrorMessage error={change.error} />
    </div>
  );
}

function Existing({
  item,
  link,
  isPending,
  onSet,
}: {
  readonly item: Item;
  readonly link: SharedLink;
  readonly isPending: boolean;
  readonly onSet: (link: LinkRequest) => void;
}): ReactNode {
  const access = accessOptions.find(({ id }) => id === (link.access ?? link.effective_access))?.id ?? 'open';
  const who = (
    <div className="-my-1.5 -ms-2.75 w-fit max-w-full max-sm:-my-2.5 [&_.truncate]:whitespace-normal [&_button]:py-1.5 [&_button]:text-dim [&_button]:text-small max-sm:[&_button]:py-2.5">
      <Select
        isBare
        label={texts.files.linkAccess}
        options={accessOptions}
        value={access}
        onChange={(to) => onSet({ access: to })}
      />
    </div>
  );
  return (
    <>
      <LinkHead isOn title={texts.details.tabs.link} detail={who}>
        <LinkSwitch isPending={isPending} onOff={() => onSet(null)} />
      </LinkHead>
      <Address label={texts.files.linkAddress} url={link.url} />
      <details className="group/advanced">
        <summary className="flex cursor-default flex-wrap items-center gap-x-2 rounded-control py-1 text-dim hover:text-text">
          <ChevronRight aria-hidden className="size-4 shrink-0 group-open/advanced:rotate-90 rtl:-scale-x-100" />
          <span className="shrink-0">{texts.details.linkAdvanced}</span>
          <span className="ms-auto whitespace-nowrap text-small group-open/advanced:hidden">
            {texts.details.linkValues(valuesOf(link))}
          </span>
        </summary>
        <div className="@container grid grid-cols-[minmax(0,1fr)] gap-2 ps-6 pt-1">
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
            {access === 'open' && <PasswordRow item={item} link={link} />}
            <ExpiryRow item={item} link={link} />
            {access !== 'collaborators' && item.type !== 'web_link' && link.permissions !== undefined && (
              <DownloadRow item={item} isOn={link.permissions.can_download} />
            )}
          </ul>
          <p className="text-dim text-small">{texts.files.linkUses(link.download_count, link.preview_count)}</p>
        </div>
      </details>
    </>
  );
}

/** Turns the link off once that is confirmed: its address can't be had again. */
function LinkSwitch({ isPending, onOff }: { readonly isPending: boolean; readonly onOff: () => void }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Switch label={texts.details.tabs.link} isOn isBusy={isPending} onChange={() => setAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          title={texts.details.linkOffTitle}
          detail={texts.details.linkOffDetail}
          action={texts.details.linkOffAction}
          isDanger
          // A refusal is shown below the link, where other changes of it are reported.
          acting={{ isPending, error: null }}
          onConfirm={() => {
            setAsking(false);
            onOff();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Whether there is a link, who can open it, and what turns that around. */
export function LinkHead({
  title,
  detail,
  isOn = false,
  children,
}: {
  title: string;
  detail: ReactNode;
  isOn?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span
        aria-hidden
        className={classNames(
          'grid size-9 shrink-0 place-items-center rounded-control',
          isOn ? 'bg-accent-bg text-accent' : 'bg-mute-bg text-mute',
        )}
      >
        <Link2 className="size-4.5" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-[1_1_8rem]">
        <h3 className="font-semibold">{title}</h3>
        {detail}
      </div>
      {children}
    </div>
  );
}

/** A short summary of the collapsed settings. */
const valuesOf = (link: SharedLink) => ({
  hasPassword: link.is_password_enabled,
  ends: (link.unshared_at ?? null) !== null,
  canDownload: link.permissions?.can_download !== false,
});
