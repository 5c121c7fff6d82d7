import { z } from 'zod';
import { empty, operation } from '../../operation.ts';
import { direction, flag, pageLimit } from '../../request-fields.ts';
import { devicePinner, devicePinners } from '../../resources/people/device-pinner.ts';
import { limits } from '../../rules/limits.ts';
import { pathId } from '../parameters.ts';

const scope = ['manage_enterprise_properties'] as const;
const params = z.object({ device_pinner_id: pathId });
const errors = ['not_found', 'access_denied_insufficient_permissions'] as const;

export const listDevicePinners = operation({
  name: 'listDevicePinners',
  summary: 'Lists the devices that people of the enterprise are signed in on.',
  method: 'GET',
  path: '/enterprises/{enterprise_id}/device_pinners',
  params: z.object({ enterprise_id: pathId }),
  query: z.object({
    /** A marker alone is enough; `usemarker` is accepted too. */
    usemarker: flag.optional(),
    marker: z.union([z.string(), z.int().transform(String)]).optional(),
    limit: pageLimit(limits.pageLimit, limits.defaultPageLimit),
    direction: direction.optional(),
  }),
  answers: { 200: { kind: 'json', schema: devicePinners } },
  errors: ['invalid_limit', 'invalid_parameter', ...errors],
  scope,
});

export const getDevicePinner = operation({
  name: 'getDevicePinner',
  summary: 'Gets a device that a person is signed in on.',
  method: 'GET',
  path: '/device_pinners/{device_pinner_id}',
  params,
  answers: { 200: { kind: 'json', schema: devicePinner } },
  errors,
  scope,
});

export const deleteDevicePinner = operation({
  name: 'deleteDevicePinner',
  summary: 'Removes a device and ends every sign-in on it.',
  method: 'DELETE',
  path: '/device_pinners/{device_pinner_id}',
  params,
  answers: { 204: empty },
  errors,
  scope,
});
