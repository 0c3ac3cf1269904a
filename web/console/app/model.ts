// The resources that the console shows, as far as it reads them.

export interface List<Item> {
  readonly data: readonly Item[];
  readonly hasMore?: boolean;
  readonly nextCursor?: string;
}

export interface Money {
  readonly amount: number;
  readonly currency: { readonly code?: string; readonly decimals?: number };
}

export interface LoggedRequest {
  readonly id: string;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  readonly status: number;
  readonly errorCode?: string;
  readonly durationMs: number;
  readonly startedAt: string;
  readonly tokenId?: string;
  readonly resources: readonly string[];
  readonly skippedCount?: number;
  readonly requestBody?: object;
  readonly responseBody?: object;
}

export interface Customer {
  readonly id: string;
  readonly customerType: string;
  readonly platformCustomerId: string;
  readonly fullName?: string;
  readonly businessInfo?: { readonly legalName?: string };
  readonly kycStatus?: string;
  readonly kybStatus?: string;
  readonly region?: string;
  readonly umaAddress?: string;
  readonly createdAt: string;
}

export interface Account {
  readonly id: string;
  readonly customerId?: string;
  readonly type: string;
  readonly status: string;
  readonly balance: Money;
  readonly totalBalance: Money;
}

export interface Verification {
  readonly id: string;
  readonly verificationStatus: string;
  readonly errors: readonly { readonly reason: string }[];
  readonly createdAt: string;
}

/** A transaction, also of a card, or a mint or burn. */
export interface Payment {
  readonly id: string;
  readonly type?: string;
  readonly operationType?: string;
  readonly status: string;
  readonly direction?: string;
  readonly customerId?: string;
  readonly sentAmount?: Money;
  readonly receivedAmount?: Money;
  readonly failureReason?: string;
  readonly description?: string;
  readonly createdAt: string;
  readonly quoteId?: string;
}

export interface PlatformEvent {
  readonly id: string;
  readonly type: string;
  readonly resource: string;
  readonly timestamp: string;
  readonly status: string;
  readonly attemptCount: number;
  readonly payload?: object;
}

export interface Attempt {
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly status?: number;
  readonly failure?: string;
  readonly response?: string;
}

export interface Journal {
  readonly id: string;
  readonly transactionId?: string;
  readonly step: string;
  readonly bookedAt: string;
  readonly legs: readonly {
    readonly account: string;
    readonly part?: string;
    readonly currency: string;
    readonly amount: number;
  }[];
}

/** A call to the rail or a run of a job, for a payment. */
export interface Activity {
  readonly type: 'RAIL_CALL' | 'JOB';
  readonly name: string;
  readonly outcome: string;
  readonly result?: string;
  readonly time: string;
  readonly durationMs?: number;
  readonly requestId: string;
  readonly traceId?: string;
}

export interface HouseBalance {
  readonly account: string;
  readonly currency: string;
  readonly balance: number;
}

export interface Fork {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Snapshot {
  readonly id: string;
  readonly name?: string;
  readonly createdAt: string;
}

export interface Clock {
  readonly now: string;
  readonly offsetSeconds: number;
}

export const nameOf = ({ fullName, businessInfo, platformCustomerId }: Customer) =>
  fullName ?? businessInfo?.legalName ?? platformCustomerId;
