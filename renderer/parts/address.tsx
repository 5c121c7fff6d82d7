import { Check, Copy, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../components/controls/button.tsx';
import { buttonLook } from '../components/controls/button-look.ts';
import { ErrorMessage } from '../components/feedback/error-message.tsx';
import { useAction } from '../state/bridge/actions.ts';
import { useBridge } from '../state/bridge/bridge.ts';
import { useCopy } from '../state/clipboard.ts';
import { isPrivateAddress } from '../state/service/public-address.ts';
import { texts } from '../texts/texts.ts';

/** A URL to read, copy or open. One of the private service works only on this computer, and a note says so. */
export function Address({ label, url }: { label: string; url: string }): ReactNode {
  const copy = useCopy();
  const CopyIcon = copy.isSuccess ? Check : Copy;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex flex-wrap justify-end gap-2">
        <input
          readOnly
          type="text"
          aria-label={label}
          title={url}
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className="min-h-10 min-w-0 flex-[1_1_7rem] max-sm:basis-full text-ellipsis rounded-control border border-edge bg-field px-2.5 text-dim"
        />
        <Button
          size="large"
          kind={isPrivateAddress(url) ? 'plain' : 'primary'}
          className="max-sm:flex-1"
          onPress={() => copy.mutate(url)}
        >
          <CopyIcon aria-hidden className="size-4" />
          {copy.isSuccess ? texts.manage.copied : texts.manage.copyAddress}
        </Button>
        {!isPrivateAddress(url) && <Open url={url} />}
      </div>
      <ErrorMessage error={copy.error} />
      {isPrivateAddress(url) && <p className="text-dim text-small">{texts.manage.privateAddress}</p>}
    </div>
  );
}

/** In a browser a link opens by itself; on a desktop the system's browser opens it. */
function Open({ url }: { url: string }): ReactNode {
  const open = useAction('link.open');
  if (useBridge().host === 'browser') {
    return (
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label={texts.manage.openAddress}
        title={texts.manage.openAddress}
        className={buttonLook('plain', 'large', true)}
      >
        <ExternalLink aria-hidden className="size-4" />
      </a>
    );
  }
  return (
    <>
      <Button
        icon
        size="large"
        aria-label={texts.manage.openAddress}
        isBusy={open.isPending}
        onPress={() => open.mutate({ url })}
      >
        <ExternalLink aria-hidden className="size-4" />
      </Button>
      <ErrorMessage error={open.error} />
    </>
  );
}
