import { runRoom } from '../../harness/room';

runRoom(__filename);
