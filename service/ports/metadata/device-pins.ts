/** A device on which a person signed in with a client that names it. Times are in milliseconds since the epoch. */
export interface DevicePinRecord {
  readonly id: string;
  readonly userId: string;
  /** SHA-256 of the client's own id of the device: enough to know it again, nothing to be followed by. */
  readonly deviceDigest: string;
  readonly productName: string;
  readonly createdAt: number;
}

/** Which page of the pins; `after` is the id of the last one that was seen, null at the start. */
export interface DevicePinQuery {
  readonly after: string | null;
  readonly direction: 'ASC' | 'DESC';
  readonly limit: number;
}

/** Questions about device pins. */
export interface DevicePinReads {
  get(id: string): Promise<DevicePinRecord | null>;
  /** The pin of a person's device with one product. */
  find(pin: Pick<DevicePinRecord, 'userId' | 'deviceDigest' | 'productName'>): Promise<DevicePinRecord | null>;
  /** Pins of everybody, by id. */
  list(query: DevicePinQuery): Promise<readonly DevicePinRecord[]>;
}

/** Changes to device pins. */
export interface DevicePinWrites extends DevicePinReads {
  insert(pin: DevicePinRecord): Promise<void>;
  delete(id: string): Promise<void>;
  deleteOfUser(userId: string): Promise<void>;
}
