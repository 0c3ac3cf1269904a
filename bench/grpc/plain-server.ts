// The reference: a bare grpc-js server in its own process, with the same statement and message.
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from '@grpc/grpc-js';
import { Pool } from 'pg';
import { KycStatus } from '../../gen/payments/customers/v1/customer_enums_pb.ts';
import {
  type Customer,
  CustomerSchema,
  CustomerService,
  type GetCustomerRequest,
  GetCustomerRequestSchema,
} from '../../gen/payments/customers/v1/customer_pb.ts';
import { type CustomerRow, personalOf } from '../read/plain-customer.ts';
import type { ReadStatements } from '../read/statements.ts';

const { DATABASE_URL = '', STATEMENTS = '' } = process.env;
const { find } = JSON.parse(STATEMENTS) as ReadStatements;
const pool = new Pool({ connectionString: DATABASE_URL, options: '-c search_path=customers', max: 10 });

async function getCustomer(
  { request }: ServerUnaryCall<GetCustomerRequest, Customer>,
  answer: sendUnaryData<Customer>,
): Promise<void> {
  const id = request.customerId.slice('Customer:'.length);
  const { rows } = await pool.query<CustomerRow>(find.text, [...find.values.slice(0, -1), id]);
  answer(null, rows[0] ? customerMessage(rows[0]) : create(CustomerSchema));
}

function customerMessage(row: CustomerRow): Customer {
  const { profile, email, phoneNumber } = personalOf(row);
  const { fullName, birthDate, nationality, address } = profile;
  const kycStatus = KycStatus[row.status as keyof typeof KycStatus];
  return create(CustomerSchema, {
    id: `Customer:${row.id}`,
    platformCustomerId: row.platformCustomerId,
    umaAddress: row.umaAddress,
    currencies: row.currencies,
    isDeleted: row.deletedAt !== null,
    createdAt: timestampFromDate(row.createdAt),
    updatedAt: timestampFromDate(row.updatedAt),
    ...(row.region !== null && { region: row.region }),
    ...(email !== undefined && { email }),
    ...(phoneNumber !== undefined && { phoneNumber }),
    kind: {
      case: 'individual',
      value: {
        fullName,
        kycStatus,
        ...(birthDate !== undefined && { birthDate }),
        ...(nationality !== undefined && { nationality }),
        ...(address && { address }),
      },
    },
  });
}

const { getCustomer: method } = CustomerService.method;
const server = new Server();
server.addService(
  {
    GetCustomer: {
      path: `/${CustomerService.typeName}/${method.name}`,
      requestStream: false,
      responseStream: false,
      requestSerialize: (message: GetCustomerRequest) => Buffer.from(toBinary(GetCustomerRequestSchema, message)),
      requestDeserialize: (bytes) => fromBinary(GetCustomerRequestSchema, bytes),
      responseSerialize: (message: Customer) => Buffer.from(toBinary(CustomerSchema, message)),
      responseDeserialize: (bytes) => fromBinary(CustomerSchema, bytes),
    },
  },
  { GetCustomer: getCustomer },
);
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`  gRPC 127.0.0.1:${port}\n`);
});
