import { MonitorSmartphone } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { Select } from '../../components/controls/select.tsx';
import { Facts } from '../../components/layout/facts.tsx';
import { SidePanel } from '../../components/overlay/side-panel.tsx';
import { CellText, type GridColumn } from '../../parts/data-grid.tsx';
import { ListPage, type ListSteps } from '../../parts/list-page.tsx';
import { RemoveButton } from '../../parts/remove-button.tsx';
import { useSelf } from '../../state/account/person.ts';
import { byMarker } from '../../state/service/list-parts.ts';
import { callService, SERVICE } from '../../state/service/service.ts';
import { useList } from '../../state/service/use-list.ts';
import { texts } from '../../texts/texts.ts';

type Device = ServiceAnswer<'listDevicePinners'>['entries'][number];

const PAGE_SIZE = 200;
const orders = ['DESC', 'ASC'] as const;

/** The devices that people are signed in on. */
export function DeviceList(): ReactNode {
  const [direction, setDirection] = useState<(typeof orders)[number]>('DESC');
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
  const words = texts.connections;
  return (
    <ListPage
      label={words.tabs.devices}
      listing={listing}
      columns={columns}
      nameOf={({ product_name: product }) => product}
      empty={{ icon: MonitorSmartphone, title: words.noDevices, detail: words.noDevicesDetail }}
      filters={
        <Select
          label={words.order}
          options={orders.map((id) => ({ id, label: words.orders[id] }))}
          value={direction}
          onChange={setDirection}
        />
      }
      panel={({ entry, steps }) => (entry === undefined ? null : <DevicePanel device={entry} {...steps} />)}
    />
  );
}

function deviceColumns(): readonly GridColumn<Device>[] {
  const { deviceColumns: columns } = texts.connections;
  return [
    { id: 'product', label: columns.product, cell: ({ product_name: product }) => <CellText>{product}</CellText> },
    { id: 'owner', label: columns.owner, isKept: true, cell: ({ owned_by: by }) => <CellText>{by.name}</CellText> },
    { id: 'login', label: columns.login, cell: ({ owned_by: by }) => <CellText isQuiet>{by.login}</CellText> },
  ];
}

function DevicePanel({ device, onChoose, onTell }: ListSteps & { device: Device }): ReactNode {
  const { id, product_name: product, owned_by: owner } = device;
  const words = texts.connections;
  const removed = (): void => {
    onChoose(null);
    onTell({ sentence: words.deviceRemoved(product, owner.name), undo: null });
  };
  return (
    <SidePanel title={product} onClose={() => onChoose(null)}>
      <div className="grid gap-5 px-4 pb-4">
        <Facts
          facts={[
            [words.deviceColumns.owner, owner.name],
            [words.deviceColumns.login, owner.login],
          ]}
        />
        <div>
          <RemoveButton
            label={words.removeDeviceOf(product)}
            title={words.removeDeviceTitle(product, owner.name)}
            detail={words.removeDeviceDetail}
            action={words.removeDeviceAction}
            act={(bridge) => callService(bridge, 'deleteDevicePinner', { params: { device_pinner_id: id } })}
            onDone={removed}
          >
            {words.removeDevice}
          </RemoveButton>
        </div>
      </div>
    </SidePanel>
  );
}
