//! Random instances of every kind: each is found, and the rule is right further on than the values that were looked at.

mod instances;
mod sequences;
mod tables;
