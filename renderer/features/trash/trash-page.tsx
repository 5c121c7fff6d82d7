import { type ReactNode, useState } from 'react';
import { TabStrip } from '../../components/controls/tab-strip.tsx';
import { hrefOf } from '../../state/hooks/route.ts';
import { texts } from '../../texts/texts.ts';
import { LocalTrash } from './local-trash.tsx';
import { RemoteTrash } from './remote-trash.tsx';

/** The trash of the service, and the local trash of this computer; `?place=local` opens the second. */
export function TrashPage({ parameters }: { parameters: URLSearchParams }): ReactNode {
  const [place, setPlace] = useState(parameters.get('place') === 'local' ? 'local' : 'remote');
  const turnTo = (next: string): void => {
    setPlace(next);
    // Keeps the tab in the URL without a history entry.
    window.history.replaceState(null, '', hrefOf('trash', next === 'local' ? { place: 'local' } : {}));
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 px-4 py-6 md:px-8">
      <h1 className="font-semibold text-title">{texts.trash.title}</h1>
      <TabStrip
        label={texts.trash.title}
        isInset={false}
        className="pt-4"
        selected={place}
        onSelect={turnTo}
        tabs={[
          { id: 'remote', label: texts.trash.tabs.remote, content: <RemoteTrash /> },
          { id: 'local', label: texts.trash.tabs.local, content: <LocalTrash /> },
        ]}
      />
    </div>
  );
}
