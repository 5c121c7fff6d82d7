import { LogOut, MonitorSmartphone } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { Select } from '../../components/controls/select.tsx';
import { Facts } from '../../components/layout/facts.tsx';
import { SidePanel } from '../../components/overlay/side-panel.tsx';
import { Person } from '../../parts/people/person.tsx';
import { CellText, type GridColumn } from '../../parts/rows/data-grid.tsx';
import { EntryButtons } from '../../parts/rows/entry-buttons.tsx';
import { ListPage, type ListSteps } from '../../parts/rows/list-page.tsx';
import { detailsAct } from '../../parts/rows/look-acts.ts';
import { NameCell, RowIcon } from '../../parts/rows/name-cell.tsx';
import type { EntryAct } from '../../parts/rows/row-act.ts';
import { useSelf } from '../../state/account/person.ts';
import { useEntryChoice } from '../../state/hooks/use-entry-state.ts';
import { byMarker } from '../../state/service/list-parts.ts';
import { callService, SERVICE } from '../../state/service/service.ts';
import { useList } from '../../state/service/use-list.ts';
import { administration } from '../../texts/administration.ts';

type Device = ServiceAnswer<'listDevicePinners'>['entries'][number];

const PAGE_SIZE = 200;
const orders = ['DESC', 'ASC'] as const;

/** The devices that people are signed in on. */
export function DeviceList(): ReactNode {
  const [direction, setDirection] = useEntryChoice('devices.order', orders, 'DESC');
  const columns = useMemo(() => deviceColumns(), []);
  const enterpriseId = useSelf()?.enterprise?.id;
  const listing = useList<Device>({
    key: [SERVICE, 'listDevicePinners', enterpriseId, direction],
    read: byMarker((bridge, marker) =>
      callService(bridge, 'listDevicePinners', {
        params: { enterprise_id: enterpriseId ?? '' },
        query: { direction, limit: PAGE_SIZE, ...marker },
      }),
    ),
    isWanted: enterpriseId !== undefined,
    keepsPrevious: true,
  });
  const words = administration.connections;
  const order = (
    <Select
      isInline
      label={words.order}
      options={orders.map((id) => ({ id, label: words.orders[id] }))}
      value={direction}
      onChange={setDirection}
    />
  );
  return (
    <ListPage
      label={words.tabs.devices}
      listing={listing}
      columns={columns}
      useActs={deviceActs}
      nameOf={({ product_name: product }) => product}
      empty={{ icon: MonitorSmartphone, title: words.noDevices, detail: words.noDevicesDetail }}
      {...(listing.entries.length === 0 ? {} : { filters: order })}
      panel={({ entry, steps }) => (entry === undefined ? null : <DevicePanel device={entry} {...steps} />)}
    />
  );
}

function deviceColumns(): readonly GridColumn<Device>[] {
  const { deviceColumns: columns } = administration.connections;
  return [
    {
      id: 'product',
      label: columns.product,
      cell: ({ product_name: product }, _isActive, line) => (
        <NameCell mark={<RowIcon icon={MonitorSmartphone} />} name={product} detail={line} />
      ),
    },
    {
      id: 'owner',
      label: columns.owner,
      isKept: true,
      cell: ({ owned_by: by }) => <Person person={by} />,
      inLine: ({ owned_by: by }) => by.name,
    },
    { id: 'login', label: columns.login, cell: ({ owned_by: by }) => <CellText isQuiet>{by.login}</CellText> },
  ];
}

function deviceActs({ id, product_name: product, owned_by: owner }: Device, steps: ListSteps): EntryAct[] {
  const words = administration.connections;
  const [title, detail] = [words.removeDeviceTitle(product, owner.name), words.removeDeviceDetail];
  return [
    detailsAct(id, steps),
    {
      id: 'sign-out',
      icon: LogOut,
      label: words.removeDevice,
      name: words.removeDeviceOf(product),
      group: 'remove',
      confirm: { title, detail, action: words.removeDeviceAction },
      send: async (bridge) => {
        await callService(bridge, 'deleteDevicePinner', { params: { device_pinner_id: id } });
        steps.onGone(id);
        return { sentence: words.deviceRemoved(product, owner.name), undo: null };
      },
    },
  ];
}

function DevicePanel({ device, ...steps }: ListSteps & { device: Device }): ReactNode {
  const { product_name: product, owned_by: owner } = device;
  const { owner: person, login } = administration.connections.deviceColumns;
  return (
    <SidePanel title={product} onClose={() => steps.onChoose(null)}>
      <div className="grid gap-5 px-4 pb-4">
        <Facts
          facts={[
            [person, owner.name],
            [login, owner.login],
          ]}
        />
        <EntryButtons acts={deviceActs(device, steps)} />
      </div>
    </SidePanel>
  );
}
