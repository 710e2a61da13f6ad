// Package cluster lets other machines do tasks of a search, by messages of NATS
// JetStream. One process asks the question and owns the job; any number of workers,
// which know nothing but an address and a credential, make the job from the question,
// take tasks and send results.
//
// # Where the truth is
//
// In the owner's queue and its checkpoint ([run.State]), as without a cluster. What lies
// on the servers only schedules, and may be lost, repeated, delayed or put out of order:
//
//   - a task that the owner's queue handed to the cluster is leased, as to a thread; it
//     leaves the queue when its result comes, once, by its name;
//   - what the servers no longer have, without a result, is sent again by a sweep;
//   - a result stays in its stream until a checkpoint that contains it is saved. So after
//     any death the state is the last checkpoint and the results behind it.
//
// # What lies on the servers
//
//	stream dovetail-tasks       work queue: batches of tasks, a subject each
//	stream dovetail-results     results of batches, in the order of their arrival
//	bucket dovetail             questions, who owns each, how far it is
//	bucket dovetail-workers     who is alive: entries fade
//	objects dovetail            what is too large for a message, and checkpoints
package cluster
