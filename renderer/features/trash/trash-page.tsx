import { type ReactNode, useState } from 'react';
import { TabbedPage } from '../../components/layout/tabbed-page.tsx';
import { hrefOf } from '../../state/hooks/route.ts';
import { texts } from '../../texts/texts.ts';
import { LocalTrash } from './local-trash.tsx';
import { RemoteTrash } from './remote-trash.tsx';

/** The trash of the service, and the trash on this computer; `?place=local` opens the second. */
export function TrashPage({ parameters }: { parameters: URLSearchParams }): ReactNode {
  const [place, setPlace] = useState(parameters.get('place') === 'local' ? 'local' : 'remote');
  const turnTo = (next: string): void => {
    setPlace(next);
    // Keeps the tab in the URL without a history entry.
    window.history.replaceState(window.history.state, '', hrefOf('trash', next === 'local' ? { place: 'local' } : {}));
  };
  const { title, tabs } = texts.trash;
  return (
    <TabbedPage
      title={title}
      selected={place}
      onSelect={turnTo}
      tabs={[
        { id: 'remote', label: tabs.remote, content: <RemoteTrash /> },
        { id: 'local', label: tabs.local, content: <LocalTrash /> },
      ]}
    />
  );
}
