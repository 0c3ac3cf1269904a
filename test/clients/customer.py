# Makes a customer and reads it back, by what protoc has generated: python3 customer.py <generated> <host:port> <authorization>
import sys

import grpc

generated, address, authorization = sys.argv[1:]
sys.path.insert(0, generated)
from payments.customers.v1 import customer_pb2 as pb  # noqa: E402

channel = grpc.insecure_channel(address)
service = "/payments.customers.v1.CustomerService/"
metadata = [("authorization", authorization)]


def call(method, request, answer):
    send = channel.unary_unary(service + method, type(request).SerializeToString, answer.FromString)
    return send(request, metadata=metadata, timeout=20)


made = call("CreateCustomer", pb.CreateCustomerRequest(individual={"full_name": "Ada Lovelace"}), pb.Customer)
read = call("GetCustomer", pb.GetCustomerRequest(customer_id=made.id), pb.Customer)
try:
    call("GetCustomer", pb.GetCustomerRequest(customer_id="Customer:none"), pb.Customer)
except grpc.RpcError as error:
    print(read.individual.full_name, error.code().name)
