// A world with an operator, who runs commands against its port of gRPC.
import { newOperator, type Operator } from '../kit/operator.ts';
import { startWorld, type World } from '../kit/platform.ts';
import { openGrpcDoor } from '../kit/rpc-doors.ts';

export interface OpsWorld {
  readonly world: World;
  /** The address of gRPC. */
  readonly url: string;
  readonly operator: Operator;
  /** Names the platform of the world. */
  readonly ofPlatform: readonly string[];
}

export async function startOps(): Promise<OpsWorld> {
  const world = await startWorld();
  const url = await openGrpcDoor(world);
  return { world, url, operator: await newOperator(new URL(url).host), ofPlatform: ['--platform', world.id] };
}
