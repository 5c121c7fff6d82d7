import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '../../texts/texts.ts';
import { Button } from '../controls/button.tsx';

/** The panel of a list entry next to its list. In a narrow window it replaces the list. */
export function SidePanel({
  title,
  label = texts.manage.panelOf(title),
  detail,
  picture,
  icon,
  actions,
  onClose,
  children,
}: {
  title: string;
  label?: string;
  detail?: ReactNode;
  /** Above everything. */
  picture?: ReactNode;
  /** Before the title. */
  icon?: ReactNode;
  /** Below the title. */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <aside
      aria-label={label}
      className="flex w-full min-w-0 shrink-0 flex-col overflow-auto rounded-card border border-line bg-card shadow-card md:w-96"
    >
      {picture}
      <div className="flex items-start gap-2 py-3 ps-4 pe-3">
        {icon !== undefined && <div className="me-1 py-1.5">{icon}</div>}
        <div className="min-w-0 flex-1 py-1.5">
          <h2 dir="auto" className="w-fit font-semibold">
            {title}
          </h2>
          {detail !== undefined && <div className="text-dim text-small">{detail}</div>}
        </div>
        <Button kind="ghost" icon aria-label={texts.actions.close} onPress={onClose}>
          <X aria-hidden className="size-4" />
        </Button>
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2 px-4 pb-3">{actions}</div>}
      {children}
    </aside>
  );
}
