import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import type { ButtonKind, ButtonSize } from '../../components/controls/button-look.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { useAction } from '../../state/bridge/actions.ts';
import { useBridge } from '../../state/bridge/bridge.ts';

/** Opens a place in the window: that of the desktop application, or in a browser this one. */
export function WindowButton({
  href,
  label,
  kind = 'plain',
  size = 'row',
  icon = false,
  children,
}: {
  href: string;
  label: string;
  kind?: ButtonKind;
  size?: ButtonSize;
  /** It contains only an icon. */
  icon?: boolean;
  children: ReactNode;
}): ReactNode {
  const isDesktop = useBridge().host === 'electron';
  const show = useAction('window.show');
  const look = { kind, size, icon };
  if (!isDesktop) {
    return (
      <LinkButton href={href} label={label} {...look}>
        {children}
      </LinkButton>
    );
  }
  return (
    <Button {...look} aria-label={label} onPress={() => show.mutate({ place: `/${href.slice('#/'.length)}` })}>
      {children}
    </Button>
  );
}
