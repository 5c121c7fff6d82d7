import { Check, Copy, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../components/controls/button.tsx';
import { ErrorMessage } from '../components/feedback/error-message.tsx';
import { useAction } from '../state/bridge/actions.ts';
import { useBridge } from '../state/bridge/bridge.ts';
import { useCopy } from '../state/clipboard.ts';
import { texts } from '../texts/texts.ts';

/** A URL to read, copy or open. One of the private service works only on this computer, and a note says so. */
export function Address({ label, url }: { label: string; url: string }): ReactNode {
  const copy = useCopy();
  const CopyIcon = copy.isSuccess ? Check : Copy;
  return (
    <div className="grid gap-1.5">
      <span className="text-dim text-small">{label}</span>
      <span className="select-all break-all font-mono text-dense">{url}</span>
      <div className="flex flex-wrap gap-2">
        <Button kind={isPrivate(url) ? 'plain' : 'primary'} onPress={() => copy.mutate(url)}>
          <CopyIcon aria-hidden className="size-4" />
          {copy.isSuccess ? texts.manage.copied : texts.manage.copyAddress}
        </Button>
        {!isPrivate(url) && <Open url={url} />}
      </div>
      <ErrorMessage error={copy.error} />
      {isPrivate(url) && <p className="text-dim text-small">{texts.manage.privateAddress}</p>}
    </div>
  );
}

/** The private service has a socket instead of a host: no name below `.invalid` resolves (RFC 6761). */
function isPrivate(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname.endsWith('.invalid');
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
        className="inline-flex min-h-8 items-center gap-2 rounded-control border border-line bg-card px-3 hover:bg-hover"
      >
        <ExternalLink aria-hidden className="size-4" />
        {texts.manage.openAddress}
      </a>
    );
  }
  return (
    <>
      <Button isDisabled={open.isPending} onPress={() => open.mutate({ url })}>
        <ExternalLink aria-hidden className="size-4" />
        {texts.manage.openAddress}
      </Button>
      <ErrorMessage error={open.error} />
    </>
  );
}
