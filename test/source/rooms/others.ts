import { runRoom } from '../../harness/jest/room';

runRoom(__filename);
