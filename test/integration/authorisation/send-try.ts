import type { Operation } from '../../../contract/operation.ts';
import { type OperationName, operations } from '../../../contract/operations.ts';
import { permits } from '../../../service/domain/access/permissions/needs.ts';
import { operationRights } from '../../../service/domain/access/permissions/operation-rights.ts';
import { type CallerAnswer, callerOf } from '../../support/service/callers/service-caller.ts';
import { allTries } from './all-tries.ts';
import type { Try } from './tries.ts';
import type { AuthorisationWorld, CallerKind } from './world.ts';

/** Arranges fresh things of the owner, and sends the operation at them as one caller. */
export async function sendTry(
  world: AuthorisationWorld,
  name: OperationName,
  caller: Pick<CallerKind, 'token' | 'headers'>,
): Promise<CallerAnswer> {
  return sendAs(world, name, await arrange(world, name), caller);
}

/** Arranges fresh things of the owner, and returns the request about them. */
export async function arrange(world: AuthorisationWorld, name: OperationName): Promise<Try> {
  const prepare = allTries[name];
  if (!prepare) throw new Error(`There is no try for ${name}.`);
  return prepare(world);
}

/** The owner where the owner may call the operation, else the administrator. */
export function mayCall(world: AuthorisationWorld, name: OperationName): Pick<CallerKind, 'token' | 'headers'> {
  const able = world.kinds.filter(({ standing }) => standing !== null && permits(operationRights[name], standing));
  const caller = able.find((kind) => kind.name === 'owner' || kind.name === 'admin');
  if (!caller) throw new Error(`No caller in this world may call ${name}.`);
  return caller;
}

/** Sends an operation with the fields of its try. */
export async function sendAs(
  world: Pick<AuthorisationWorld, 'service'>,
  name: OperationName,
  { params = {}, query, body, raw, headers = {} }: Try,
  caller: Pick<CallerKind, 'token' | 'headers'>,
): Promise<CallerAnswer> {
  const operation: Operation = operations[name];
  const base = operation.host === 'upload' ? world.service.uploadUrl : world.service.baseUrl;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '');
  const version = operation.version === '2024.0' ? {} : { 'svc-version': operation.version };
  const content = raw?.bytes ?? (body === undefined ? undefined : JSON.stringify(body));
  const type = raw?.type ?? 'application/json';
  return callerOf(world.service, caller.token).send(
    operation.method,
    `${base}${path}${query === undefined ? '' : `?${query}`}`,
    content,
    { ...(content === undefined ? {} : { 'content-type': type }), ...version, ...headers, ...caller.headers },
  );
}
