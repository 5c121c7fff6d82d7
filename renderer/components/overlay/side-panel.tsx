import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '../../texts/texts.ts';
import { Button } from '../controls/button.tsx';
import { classNames } from '../layout/class-names.ts';
import { Sheet } from './sheet.tsx';

type Heading = {
  title: string;
  detail?: ReactNode;
  /** Above everything; the close button stands on it. */
  picture?: ReactNode;
  /** Before the title. */
  icon?: ReactNode;
  /** Beside the title, or below it where there is no room. */
  actions?: ReactNode;
  /** Before the close button. */
  corner?: ReactNode;
  onClose: () => void;
};

/**
 * `card`: beside its list, and in its place in a narrow window. `edge`: beside the whole page, as high as the window. `sheet`: above the
 * list.
 */
type PanelPlace = 'card' | 'edge' | 'sheet';

const places: Readonly<Record<Exclude<PanelPlace, 'sheet'>, string>> = {
  card: 'w-full rounded-card border shadow-card md:w-96',
  edge: 'w-94 border-s',
};

/** The panel of a list entry. */
export function SidePanel({
  label,
  place = 'card',
  children,
  ...heading
}: Heading & { label?: string; place?: PanelPlace; children: ReactNode }): ReactNode {
  const name = label ?? texts.manage.panelOf(heading.title);
  if (place === 'sheet') {
    return (
      <Sheet isFlush label={name} onClose={heading.onClose}>
        <Head {...heading} />
        {children}
      </Sheet>
    );
  }
  return (
    <aside
      aria-label={name}
      className={classNames('flex min-w-0 shrink-0 flex-col overflow-auto border-line bg-card', places[place])}
    >
      <Head {...heading} />
      {children}
    </aside>
  );
}

function Head({ title, detail, picture, icon, actions, corner, onClose }: Heading): ReactNode {
  const close = (
    <Corner isOnPicture={picture !== undefined} onClose={onClose}>
      {corner}
    </Corner>
  );
  return (
    <>
      {picture !== undefined && (
        <div className="relative shrink-0">
          {picture}
          {close}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2 py-1 ps-4 pe-3">
        <div className="flex min-w-40 flex-1 items-center gap-2">
          {icon !== undefined && <div className="me-1 py-1.5">{icon}</div>}
          <div className="min-w-0 flex-1 py-1.5">
            <h2 dir="auto" className="w-fit wrap-anywhere font-semibold">
              {title}
            </h2>
            {detail !== undefined && <div className="text-dim text-small">{detail}</div>}
          </div>
        </div>
        {actions !== undefined && <div className="flex items-center gap-2">{actions}</div>}
        {picture === undefined && close}
      </div>
    </>
  );
}

/** The close button, and the actions before it. */
function Corner({
  isOnPicture,
  onClose,
  children,
}: {
  isOnPicture: boolean;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <div className={isOnPicture ? 'absolute end-2 top-2 flex gap-2' : 'flex gap-2 self-start'}>
      {children}
      <Button
        kind="ghost"
        icon
        className={isOnPicture ? 'bg-card' : ''}
        aria-label={texts.actions.close}
        onPress={onClose}
      >
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  );
}
