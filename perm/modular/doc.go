// Package modular is arithmetic modulo m for one m at a time: powers, primes,
// factorisation and the multiplicative order, with the certificate that
// proves an order minimal.
//
// Everything here takes any modulus below 2^63. The engines that work on
// whole ranges of moduli are in search/orders; this package is what they are
// checked against, and it is itself checked against a walk through the powers.
package modular
