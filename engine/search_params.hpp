// Every tuned number of the search, with unit and source.
#pragma once

#include "engine/depth.hpp"

namespace meerslag::params {

// Aspiration

/// First half-window around the score of the iteration before. Unit: 1/100 man. Source: guess.
inline constexpr int kAspirationMargin = 15;
/// A half-window beyond that becomes an open one. Unit: 1/100 man.
inline constexpr int kAspirationWidest = 300;
/// Below that depth the whole range is searched. Unit: plies.
inline constexpr int kAspirationDepth = 5;

// Move ordering

/// Credit for a cutoff: times depth squared. Unit: 1/8192 of the range of history.
inline constexpr int kHistoryBonus = 8;
inline constexpr int kHistoryMostBonus = 1200;

// Reductions

/// No move is reduced before that many were tried, nor with less depth.
inline constexpr int kReduceFromMove = 3;
inline constexpr Depth kReduceFromDepth{3};

// Draws

/// From so many plies without men's moves and captures on, the table tells positions with different
/// counts apart. Unit: plies.
inline constexpr int kCountedKeyPlies = 30;

// Quiescence

/// How many quiet replies to a threat one line may hold. Unit: plies.
inline constexpr int kThreatReplies = 2;
/// How much one call may visit; beyond it, positions are only evaluated. Unit: nodes.
inline constexpr int kQuiescenceNodes = 2000;

// Time

/// Moves the time left is shared among. Unit: moves of one side.
inline constexpr int kMovesToGo = 28;
/// Time after which no iteration begins. Unit: 1/1000 of an even share.
inline constexpr int kTargetShare = 700;
/// Hard limit. Unit: even shares.
inline constexpr int kLongestThink = 4;
/// Hard limit. Unit: 1/1000 of the time left.
inline constexpr int kMostOfClock = 400;
/// What an iteration with the same best move saves, and how many count. Unit: 1/1000 of the target.
inline constexpr int kStableIterationSaves = 60;
inline constexpr int kStableIterations = 8;
/// What each 1/100 man of a falling score costs, and how many count. Unit: 1/1000 of the target.
inline constexpr int kDropCosts = 20;
inline constexpr int kLargestDrop = 50;

}  // namespace meerslag::params
