/** A device on which a user signed in with a client that identifies it. Times are in milliseconds since the epoch. */
export interface DevicePinRecord {
  readonly id: string;
  readonly userId: string;
  /** SHA-256 of the client's own device id: enough to recognise the device, not enough to track it. */
  readonly deviceDigest: string;
  readonly productName: string;
  readonly createdAt: number;
}

/** A page of pins; `after` is the id of the last one seen, null at the start. */
export interface DevicePinQuery {
  readonly after: string | null;
  readonly direction: 'ASC' | 'DESC';
  readonly limit: number;
}

/** Device pin queries. */
export interface DevicePinReads {
  get(id: string): Promise<DevicePinRecord | null>;
  /** The pin of a user's device for one product. */
  find(pin: Pick<DevicePinRecord, 'userId' | 'deviceDigest' | 'productName'>): Promise<DevicePinRecord | null>;
  /** Pins of all users, by id. */
  list(query: DevicePinQuery): Promise<readonly DevicePinRecord[]>;
}

/** Changes to device pins. */
export interface DevicePinWrites extends DevicePinReads {
  insert(pin: DevicePinRecord): Promise<void>;
  delete(id: string): Promise<void>;
  deleteOfUser(userId: string): Promise<void>;
}
